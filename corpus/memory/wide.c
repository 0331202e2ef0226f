/* 64-bit values are written and read whole. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile uint64_t wide;

static void *writes(void *arg) {
  wide = 0x123456789abcdef0;
  return NULL;
}

static void *reads(void *arg) {
  uint64_t seen = wide;
  assert(seen == 0 || seen == 0x123456789abcdef0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

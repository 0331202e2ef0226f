/* A union used as float and as int by one thread after the other. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  float number;
  uint32_t bits;
} shared;

static void *writes(void *arg) {
  shared.number = 1.0f;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  pthread_join(a, NULL);
  assert(shared.bits == 0x3f800000);
  return 0;
}

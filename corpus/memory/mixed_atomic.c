/* Atomics of different sizes on the same bytes: refused. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  _Atomic uint32_t word;
  _Atomic uint8_t bytes[4];
} shared;

static void *writes(void *arg) {
  atomic_store(&shared.bytes[0], 1);
  return NULL;
}

static void *reads(void *arg) {
  (void)atomic_load(&shared.word);
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

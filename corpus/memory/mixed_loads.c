/* Loads of two parts of a word that is written at once. Machines may exchange loads that do not overlap, unless the first one acquires. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  _Atomic uint64_t word;
  struct {
    _Atomic uint32_t data, flag;
  };
} shared;

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static void *writes(void *arg) {
  atomic_store_explicit(&shared.word, (uint64_t)1 << 32 | 42, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  if (atomic_load_explicit(&shared.flag, ORDER)) assert(atomic_load_explicit(&shared.data, memory_order_relaxed) == 42);
  pthread_join(a, NULL);
}

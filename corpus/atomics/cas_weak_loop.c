/* A counter made of weak compare-and-swaps in a loop: failures, spurious ones too, only mean another try. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *increment(void *arg) {
  int seen = atomic_load_explicit(&counter, memory_order_relaxed);
  while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1))
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&counter) == 2);
  return 0;
}

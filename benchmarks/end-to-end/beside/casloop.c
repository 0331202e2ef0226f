/* casloop(N): N threads increment one counter in a loop around a compare-and-swap. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif

static atomic_int counter;

static void *increment(void *arg) {
  int seen = atomic_load_explicit(&counter, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&counter, &seen, seen + 1, memory_order_relaxed, memory_order_relaxed))
    ;
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == N);
  return 0;
}

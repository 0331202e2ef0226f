/* inc(N): N threads add 1 to a counter, atomically: one trace for each order, N! in all. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif

static atomic_int counter;

static void *increment(void *arg) {
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
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

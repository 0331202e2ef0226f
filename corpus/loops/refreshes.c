/*
 * Threads that increment a counter by compare-and-swap, each failure of which refreshes what is expected. A failed attempt
 * is as if the new value had been read at once. ACQUIRE: the first read is stronger than those that refresh it, so it
 * may not be replaced by one of them.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
#ifdef ACQUIRE
#define FIRST memory_order_acquire
#else
#define FIRST memory_order_relaxed
#endif

static atomic_int counter;

static void *increment(void *arg) {
  int seen = atomic_load_explicit(&counter, FIRST);
  while (!atomic_compare_exchange_strong_explicit(&counter, &seen, seen + 1, memory_order_relaxed, memory_order_relaxed))
    ;
  return NULL;
}

int main(void) {
  pthread_t thread[N];
  for (int i = 0; i < N; i++) pthread_create(&thread[i], NULL, increment, NULL);
  for (int i = 0; i < N; i++) pthread_join(thread[i], NULL);
  assert(atomic_load(&counter) == N);
  return 0;
}

/* lastzero(N): one thread looks from a[N] down for the last zero while N threads do a[j] = a[j-1] + 1, with relaxed atomics. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif

static atomic_int a[N + 1];

static void *search(void *arg) {
  int i = N;
  while (atomic_load_explicit(&a[i], memory_order_relaxed) != 0)
    i--;
  return NULL;
}

static void *bump(void *arg) {
  long j = (long)arg;
  atomic_store_explicit(&a[j], atomic_load_explicit(&a[j - 1], memory_order_relaxed) + 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, search, NULL);
  for (long j = 1; j <= N; j++)
    pthread_create(&threads[j], NULL, bump, (void *)j);
  for (int j = 0; j <= N; j++)
    pthread_join(threads[j], NULL);
  return 0;
}

/* readers(N): one writer and N readers of one variable. Each reader sees the old or the new value: 2^N traces. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif

static atomic_int x;

static void *writer(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

static void *reader(void *arg) {
  (void)atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[N], NULL, writer, NULL);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

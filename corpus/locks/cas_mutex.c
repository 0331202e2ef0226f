/* A mutex made of one compare-and-swap. Failed attempts only wait, so the traces are the orders of the threads: N!. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif

static atomic_int owner;
static int counter;

static void *work(void *arg) {
  int me = (int)(long)arg, nobody = 0;
  while (!atomic_compare_exchange_strong_explicit(&owner, &nobody, me, memory_order_acquire, memory_order_relaxed))
    nobody = 0;
  counter++;
  atomic_store_explicit(&owner, 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}

/*
 * The failed compare-and-swap drains the store buffer, the load before it does not: under TSO the load of `counter` may come
 * before the store to `ready`, which is no SC execution. The execution without the failed attempt is one. So what is
 * left out must still be looked at.
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter, ready;

static void *retries(void *arg) {
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  int seen = atomic_load_explicit(&counter, memory_order_relaxed);
  while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1))
    ;
  return NULL;
}

static void *adds(void *arg) {
  atomic_fetch_add(&counter, 1);
  (void)atomic_load_explicit(&ready, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, retries, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* Waits for a flag, then reads a relaxed atomic: no data race anywhere. -DWEAK waits with relaxed loads. SC, TSO,
 * PSO: loads stay in order. RC11: no synchronises-with, so the load of result may take the initial value. ARMv8: the
 * load of result may be satisfied before the last load of the loop. Acquire (LDAPR) forbids both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static atomic_int result, ready;

static void *compute(void *arg) {
  atomic_store_explicit(&result, 7, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

static void *use(void *arg) {
  while (!atomic_load_explicit(&ready, LOOK))
    ;
  assert(atomic_load_explicit(&result, memory_order_relaxed) == 7);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, compute, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

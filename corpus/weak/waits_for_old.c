/* Learns how many items to wait for, then waits until that many are done. -DWEAK looks at the flag with relaxed loads.
 * SC, TSO, PSO: loads stay in order, so the number is 3. RC11, ARMv8: the number may be the initial 0, and the last store
 * to done is 3: the loop never ends, however fair the machine is. Acquire forbids the old number. */
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static atomic_int total, known, done;

static void *produce(void *arg) {
  atomic_store_explicit(&total, 3, memory_order_relaxed);
  atomic_store_explicit(&known, 1, memory_order_release);
  atomic_store_explicit(&done, 3, memory_order_release);
  return NULL;
}

static void *wait_for_all(void *arg) {
  while (!atomic_load_explicit(&known, LOOK))
    ;
  int expected = atomic_load_explicit(&total, memory_order_relaxed);
  while (atomic_load_explicit(&done, memory_order_acquire) != expected)
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, wait_for_all, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* An event count: who waits adds itself and looks again; who signals looks for waiters after the store. -DWEAK does
 * both by acq_rel additions, which x86 makes full fences. TSO, PSO: they drain the buffers. RC11: the look at the
 * condition and the look for waiters may both miss: the waiter waits for ever. ARMv8: the loads may pass the stores
 * of the additions. seq_cst fences after the additions forbid it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiters, condition, wake;

static void fence(void) {
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void *waiter(void *arg) {
  atomic_fetch_add_explicit(&waiters, 1, memory_order_acq_rel);
  fence();
  if (!atomic_load_explicit(&condition, memory_order_relaxed)) {
    while (!atomic_load_explicit(&wake, memory_order_acquire))
      ;
  }
  return NULL;
}

static void *signaller(void *arg) {
  atomic_fetch_add_explicit(&condition, 1, memory_order_acq_rel);
  fence();
  if (atomic_load_explicit(&waiters, memory_order_relaxed))
    atomic_store_explicit(&wake, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, signaller, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

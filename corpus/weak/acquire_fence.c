/* The writer has a release fence, and the reader needs an acquire fence after its relaxed load; -DWEAK forgets it.
 * SC, TSO, PSO: loads stay in order without it. RC11: a release fence alone synchronises with nothing, so length may
 * be old. ARMv8: DMB ISH on one side only; the two LDR may be reordered. With the fence (DMB ISHLD) they may not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int length, published;

static void *writer(void *arg) {
  atomic_store_explicit(&length, 3, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&published, 1, memory_order_relaxed);
  return NULL;
}

static void *reader(void *arg) {
  int seen = atomic_load_explicit(&published, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  int n = atomic_load_explicit(&length, memory_order_relaxed);
  assert(!seen || n == 3);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

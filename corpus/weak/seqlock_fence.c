/* The reader of a sequence lock with data in relaxed atomics. -DWEAK has no acquire fence before the second look.
 * SC, TSO, PSO: loads stay in order, so the second look comes last. RC11, ARMv8: it may be done before the data is
 * read, and see the old number with the new data. With the fence, a thread that reads new data reads the odd number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *writer(void *arg) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  atomic_store_explicit(&right, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int l = atomic_load_explicit(&left, memory_order_relaxed);
  int r = atomic_load_explicit(&right, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert(l == r);
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

/* The writer of a sequence lock makes the number odd by an atomic addition and needs a release fence after it.
 * -DWEAK takes an acq_rel addition for such a fence. TSO, PSO: the addition drains the buffers and comes first.
 * RC11: it releases what is before, not after it, so new data can be seen with the old number. ARMv8: the store of
 * the addition (STLXR) may be later than those of the data. With the fence, new data brings the odd number along. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *writer(void *arg) {
  atomic_fetch_add_explicit(&sequence, 1, memory_order_acq_rel);
#ifndef WEAK
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  atomic_store_explicit(&right, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int l = atomic_load_explicit(&left, memory_order_relaxed);
  int r = atomic_load_explicit(&right, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
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

/* A sequence lock: the reader tries again if the number was odd or has changed. -DNO_FENCE leaves out the store-store
 * fence after the first step of the number (wrong under PSO), -DNO_CHECK the second look (wrong everywhere). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *writer(void *arg) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  atomic_store_explicit(&right, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  unsigned before, after;
  int l, r;
  do {
    before = atomic_load_explicit(&sequence, memory_order_acquire);
    l = atomic_load_explicit(&left, memory_order_relaxed);
    r = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&sequence, memory_order_relaxed);
#ifdef NO_CHECK
    after = before & ~1u;
#endif
  } while (before != after || before % 2 == 1);
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

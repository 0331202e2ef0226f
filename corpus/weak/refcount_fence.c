/* A reference count that drops with release and needs an acquire fence before the destructor; -DWEAK forgets it. SC,
 * TSO, PSO: an atomic comes before what follows it. RC11: the accesses of the other owner do not happen before the
 * destructor: a race. ARMv8: closed may be read before the count drops. With the fence (DMB ISHLD) it may not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owners = 2;
static int closed;

static void release(void) {
  if (atomic_fetch_sub_explicit(&owners, 1, memory_order_release) != 1)
    return;
#ifndef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  assert(closed == 1);
}

static void *worker(void *arg) {
  closed = 1;
  release();
  return NULL;
}

static void *keeper(void *arg) {
  release();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, keeper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

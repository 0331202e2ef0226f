/* A third thread passes a flag on: by an addition, which continues the release sequence, or with -DWEAK by a store,
 * which ends it. SC, TSO, PSO: load, then store, in order. ARMv8: both are to one address, so in order, and LDAPR
 * follows. RC11: who reads the relaxed store 2 does not synchronise with the release store 1: a race on data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int stage;

static void *produce(void *arg) {
  data = 3;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return NULL;
}

static void *pass(void *arg) {
  if (atomic_load_explicit(&stage, memory_order_relaxed) != 1)
    return NULL;
#ifdef WEAK
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
#else
  atomic_fetch_add_explicit(&stage, 1, memory_order_relaxed);
#endif
  return NULL;
}

static void *consume(void *arg) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
    assert(data == 3);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, pass, NULL);
  pthread_create(&c, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

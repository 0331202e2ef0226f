/* A relay tells the third thread what the first has told it. -DWEAK: it listens and tells relaxed. SC, TSO, PSO: a
 * load stays before later stores. RC11: the relay neither acquires nor releases: a race on data. arm64: only the
 * branch keeps the store of second after the load of first, and dependencies are not modelled: data is 0. Acquire,
 * then release is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LISTEN memory_order_relaxed
#else
#define LISTEN memory_order_acquire
#endif
#ifdef WEAK
#define TELL memory_order_relaxed
#else
#define TELL memory_order_release
#endif

static int data;
static atomic_int first, second;

static void *source(void *arg) {
  data = 1;
  atomic_store_explicit(&first, 1, memory_order_release);
  return NULL;
}

static void *relay(void *arg) {
  if (atomic_load_explicit(&first, LISTEN))
    atomic_store_explicit(&second, 1, TELL);
  return NULL;
}

static void *sink(void *arg) {
  if (atomic_load_explicit(&second, memory_order_acquire))
    assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, source, NULL);
  pthread_create(&b, NULL, relay, NULL);
  pthread_create(&c, NULL, sink, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

/* A relay listens with acquire, and with -DWEAK tells the third thread by a relaxed store. SC, TSO, PSO: a load
 * stays before later stores. ARMv8: LDAPR stays before everything later, and stores become visible to all others at
 * once: safe. RC11: a relaxed store releases nothing, not even what was acquired: a race on data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
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
  if (atomic_load_explicit(&first, memory_order_acquire))
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

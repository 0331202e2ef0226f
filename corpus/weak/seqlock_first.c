/* The reader of a sequence lock. -DWEAK takes its first look with a relaxed load. SC, TSO, PSO: loads stay in order.
 * RC11: reading 2 without acquire does not bring the writer's data along, so one half may be old. ARMv8: the data
 * may be read before the first look. An acquire load (LDAPR) is before all that follows. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define FIRST_LOOK memory_order_relaxed
#else
#define FIRST_LOOK memory_order_acquire
#endif

static atomic_uint sequence;
static atomic_int low, high;

static void *writer(void *arg) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&low, 9, memory_order_relaxed);
  atomic_store_explicit(&high, 9, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  unsigned before = atomic_load_explicit(&sequence, FIRST_LOOK);
  int l = atomic_load_explicit(&low, memory_order_relaxed);
  int h = atomic_load_explicit(&high, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert(l == h);
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

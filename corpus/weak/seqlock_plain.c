/* A sequence lock whose data is plain with -DWEAK: the reader throws torn data away, but has read it. SC, TSO, PSO:
 * the check finds every overlap. RC11: reading while the writer writes is a data race, so undefined, whatever is
 * done with the value. ARMv8: safe, plain is relaxed there. Relaxed atomics cost nothing and are right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
typedef int word;
#define get(x) (x)
#define put(x, v) ((x) = (v))
#else
typedef atomic_int word;
#define get(x) atomic_load_explicit(&x, memory_order_relaxed)
#define put(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)
#endif

static atomic_uint sequence;
static word x, y;

static void *writer(void *arg) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  put(x, 4);
  put(y, 4);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int a = get(x), b = get(y);
  atomic_thread_fence(memory_order_acquire);
  if (before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before)
    assert(a == b);
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

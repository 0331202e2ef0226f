/* A semaphore by hand that counts items. -DWEAK takes one by a relaxed compare-and-swap. SC, TSO, PSO: an atomic
 * comes before what follows it. RC11: taking does not acquire what putting released: a race on the item. ARMv8: the
 * item may be read before the count. Acquire on success is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define TAKE memory_order_relaxed
#else
#define TAKE memory_order_acquire
#endif

static atomic_int count;
static int item;

static void *put(void *arg) {
  item = 8;
  atomic_fetch_add_explicit(&count, 1, memory_order_release);
  return NULL;
}

static void *take(void *arg) {
  int n = atomic_load_explicit(&count, memory_order_relaxed);
  if (n > 0 && atomic_compare_exchange_strong_explicit(&count, &n, n - 1, TAKE, memory_order_relaxed))
    assert(item == 8);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, put, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* A reader-writer lock in one word: -1 a writer, n readers. -DWEAK lets a reader in by a relaxed compare-and-swap.
 * SC, TSO, PSO: an atomic comes before what follows it. RC11: the reader acquires nothing: a race on the pair. ARMv8:
 * the pair may be read before the swap, half of it old. Acquire is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define ENTER memory_order_relaxed
#else
#define ENTER memory_order_acquire
#endif

static atomic_int lock;
static int first, second;

static void *writer(void *arg) {
  int free = 0;
  if (!atomic_compare_exchange_strong_explicit(&lock, &free, -1, memory_order_acquire, memory_order_relaxed))
    return NULL;
  first = 1;
  second = 1;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  int readers = atomic_load_explicit(&lock, memory_order_relaxed);
  if (readers < 0)
    return NULL;
  if (!atomic_compare_exchange_strong_explicit(&lock, &readers, readers + 1, ENTER, memory_order_relaxed))
    return NULL;
  assert(first == second);
  atomic_fetch_sub_explicit(&lock, 1, memory_order_release);
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

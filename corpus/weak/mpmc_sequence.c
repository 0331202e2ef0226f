/* Vyukov's bounded queue: each cell has a sequence number that says whose turn it is. -DWEAK takes from a cell after
 * a relaxed load of it. SC, TSO, PSO: loads stay in order. RC11: the number was released, not acquired: a race on
 * data. ARMv8: the data may be read before the number. Acquire is right; the position may be claimed relaxed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif
#define CELLS 2

static struct {
  atomic_uint sequence;
  int data;
} cells[CELLS] = {{0, 0}, {1, 0}};
static atomic_uint put_at, take_at;

static int put(int value) {
  unsigned at = atomic_load_explicit(&put_at, memory_order_relaxed);
  if (atomic_load_explicit(&cells[at % CELLS].sequence, memory_order_acquire) != at)
    return 0;
  if (!atomic_compare_exchange_strong_explicit(&put_at, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
    return 0;
  cells[at % CELLS].data = value;
  atomic_store_explicit(&cells[at % CELLS].sequence, at + 1, memory_order_release);
  return 1;
}

static int take(void) {
  unsigned at = atomic_load_explicit(&take_at, memory_order_relaxed);
  if (atomic_load_explicit(&cells[at % CELLS].sequence, LOOK) != at + 1)
    return -1;
  if (!atomic_compare_exchange_strong_explicit(&take_at, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
    return -1;
  int value = cells[at % CELLS].data;
  atomic_store_explicit(&cells[at % CELLS].sequence, at + CELLS, memory_order_release);
  return value;
}

static void *producer(void *arg) {
  put(9);
  return NULL;
}

static void *consumer(void *arg) {
  int value = take();
  assert(value == -1 || value == 9);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

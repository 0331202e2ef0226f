/* A ring buffer for one producer and one consumer. With -DWEAK the consumer looks at tail with relaxed loads. SC,
 * TSO, PSO: loads stay in order. RC11: the producer's release is not acquired: a race on the cell. ARMv8: the cell
 * may be read before tail, so before it is filled. Acquire is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif
#define CELLS 2

static atomic_uint head, tail;
static int cells[CELLS];

static void *produce(void *arg) {
  for (unsigned n = 0; n < 2; n++) {
    while (n - atomic_load_explicit(&head, memory_order_acquire) == CELLS)
      ;
    cells[n % CELLS] = (int)n + 1;
    atomic_store_explicit(&tail, n + 1, memory_order_release);
  }
  return NULL;
}

static void *consume(void *arg) {
  for (unsigned n = 0; n < 2; n++) {
    while (atomic_load_explicit(&tail, LOOK) == n)
      ;
    assert(cells[n % CELLS] == (int)n + 1);
    atomic_store_explicit(&head, n + 1, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

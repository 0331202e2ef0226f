/* A ring buffer for one producer and one consumer. ORDER=1 release and acquire (right), 0 relaxed (wrong under PSO).
 * -DPLAIN uses volatile indices instead, which is relaxed, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER 1
#endif
#define CELLS 2
#ifdef PLAIN
static volatile unsigned head, tail;
#define publish(index, value) (index = (value))
#define look(index) (index)
#else
static atomic_uint head, tail;
#define publish(index, value)                                                                                          \
  atomic_store_explicit(&index, value, ORDER ? memory_order_release : memory_order_relaxed)
#define look(index) atomic_load_explicit(&index, ORDER ? memory_order_acquire : memory_order_relaxed)
#endif

static int cells[CELLS];

static void *produce(void *arg) {
  for (unsigned n = 0; n < 3; n++) {
    while (n - look(head) == CELLS)
      ;
    cells[n % CELLS] = (int)n + 1;
    publish(tail, n + 1);
  }
  return NULL;
}

static void *consume(void *arg) {
  for (unsigned n = 0; n < 3; n++) {
    while (look(tail) == n)
      ;
    assert(cells[n % CELLS] == (int)n + 1);
    publish(head, n + 1);
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

/* A ring buffer of one cell. With -DWEAK the producer looks at head with relaxed loads before it uses the cell
 * again. SC, TSO, PSO: a load stays before later stores. RC11: the consumer's last read of the cell does not happen
 * before the next write: a race. ARMv8: the read could take the later write only by load buffering, which this model
 * leaves out (and machines do not show, as the store depends on the load). Acquire is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static atomic_uint head, tail;
static int cell;

static void *produce(void *arg) {
  for (unsigned n = 0; n < 2; n++) {
    while (atomic_load_explicit(&head, LOOK) != n)
      ;
    cell = (int)n + 1;
    atomic_store_explicit(&tail, n + 1, memory_order_release);
  }
  return NULL;
}

static void *consume(void *arg) {
  for (unsigned n = 0; n < 2; n++) {
    while (atomic_load_explicit(&tail, memory_order_acquire) == n)
      ;
    assert(cell == (int)n + 1);
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

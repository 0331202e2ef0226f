// The loop on y reads 0, and then fails because y is 1: an iteration that would go on. It does not count as a violation
// of SC, although the other thread reads the old x, whether or not its failed attempt is left out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int node;

static void *first(void *unused) {
  atomic_fetch_add_explicit(&y, 1, memory_order_acq_rel);
  int v = atomic_load_explicit(&x, memory_order_relaxed);
  do node = v;
  while (!atomic_compare_exchange_strong_explicit(&x, &v, 2, memory_order_relaxed, memory_order_seq_cst));
  return 0;
}

static void *second(void *unused) {
  atomic_fetch_add_explicit(&x, 1, memory_order_seq_cst);
  int v;
  do v = atomic_load_explicit(&y, memory_order_seq_cst);
  while (!atomic_compare_exchange_strong_explicit(&y, &v, 5, memory_order_acq_rel, memory_order_relaxed));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}

/* Every operation accepts every order it may have; one thread, so there is one trace. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define each_order(action)                                                                                             \
  action(memory_order_relaxed) action(memory_order_acquire) action(memory_order_release)                               \
      action(memory_order_acq_rel) action(memory_order_seq_cst)
#define modify(order) atomic_fetch_add_explicit(&x, 1, order);
#define swap(order) assert(atomic_exchange_explicit(&x, 5, order) == 5);
#define fence(order) atomic_thread_fence(order);

static atomic_int x;

static void *work(void *arg) {
  int expected = 5;
  each_order(modify) assert(atomic_load_explicit(&x, memory_order_relaxed) == 5);
  each_order(swap) each_order(fence) atomic_signal_fence(memory_order_seq_cst);
  assert(atomic_load_explicit(&x, memory_order_acquire) == atomic_load_explicit(&x, memory_order_seq_cst));
  atomic_store_explicit(&x, 6, memory_order_release);
  atomic_store_explicit(&x, 7, memory_order_seq_cst);
  assert(!atomic_compare_exchange_strong_explicit(&x, &expected, 8, memory_order_acq_rel, memory_order_acquire));
  assert(expected == 7);
  assert(atomic_compare_exchange_strong_explicit(&x, &expected, 8, memory_order_seq_cst, memory_order_seq_cst));
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  assert(atomic_load(&x) == 8);
  return 0;
}

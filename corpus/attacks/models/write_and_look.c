/* RWC: the store that is followed by a load is in its buffer; a relaxed exchange goes to memory at once. */
#include "../threads.h"

static atomic_int x, y;
static int a_x, a_y, c_x;

static void *writes(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

static void *reads(void *arg) {
  a_x = atomic_load_explicit(&x, memory_order_relaxed);
  a_y = atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
#ifdef EXCHANGE
  atomic_exchange_explicit(&y, 1, memory_order_relaxed);
#else
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#endif
  c_x = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(a_x == 1 && a_y == 0 && c_x == 0)); /* fails */
  return 0;
}

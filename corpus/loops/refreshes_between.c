// A failed attempt reads y before it finds 7. That order violates SC together with the read of z, under models that do
// not keep stores in order.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;
static int read;

static void *tries(void *unused) {
  int seen = atomic_load_explicit(&x, memory_order_relaxed);
  while (seen != 7) {
    int added = atomic_load_explicit(&y, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&x, &seen, added + 100, memory_order_relaxed, memory_order_relaxed))
      return 0;
  }
  read = atomic_load_explicit(&z, memory_order_relaxed);
  return 0;
}

static void *writes(void *unused) {
  atomic_store_explicit(&z, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return 0;
}

static void *ends(void *unused) {
  int expected = 0;
  atomic_compare_exchange_strong_explicit(&x, &expected, 7, memory_order_relaxed, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, tries, 0);
  pthread_create(&threads[1], 0, writes, 0);
  pthread_create(&threads[2], 0, ends, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}

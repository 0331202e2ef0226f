/* Release stores in a row keep their order, and what was before the first is before all. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, third;

static void *writer(void *arg) {
  atomic_store_explicit(&first, 1, memory_order_relaxed);
  atomic_store_explicit(&second, 1, memory_order_release);
  atomic_store_explicit(&third, 1, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  if (atomic_load_explicit(&third, memory_order_acquire)) {
    assert(atomic_load_explicit(&second, memory_order_acquire) == 1);
    assert(atomic_load_explicit(&first, memory_order_relaxed) == 1);
  }
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

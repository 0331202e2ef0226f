/* CoRR: two loads of one variable never see its stores in the wrong order, whatever the model. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return NULL;
}

static void *reader(void *arg) {
  int first = atomic_load_explicit(&x, memory_order_relaxed);
  int second = atomic_load_explicit(&x, memory_order_relaxed);
  assert(first <= second);
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

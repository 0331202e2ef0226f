/* IRIW: two writers of different variables, two readers that look at them in opposite orders.
 * The readers agree on who was first under SC, TSO and PSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r[4];

static void *write_x(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

static void *write_y(void *arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

static void *x_then_y(void *arg) {
  r[0] = atomic_load_explicit(&x, memory_order_relaxed);
  r[1] = atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

static void *y_then_x(void *arg) {
  r[2] = atomic_load_explicit(&y, memory_order_relaxed);
  r[3] = atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  void *(*bodies[4])(void *) = {write_x, write_y, x_then_y, y_then_x};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, bodies[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(!(r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0));
  return 0;
}

/* The owner of a Chase-Lev deque pushes while a thief steals. -DRELAXED publishes the new bottom with a relaxed store:
 * under PSO the thief can get the cell before the task is in it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static atomic_int top, bottom;
static atomic_int cells[4];

static void *owner(void *arg) {
  for (int task = 1; task <= 2; task++) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&cells[b & 3], task, memory_order_relaxed);
    atomic_store_explicit(&bottom, b + 1, PUBLISH);
  }
  return NULL;
}

static void *thief(void *arg) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t < b) {
    int task = atomic_load_explicit(&cells[t & 3], memory_order_relaxed);
    if (atomic_compare_exchange_strong(&top, &t, t + 1))
      assert(task == 1);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, thief, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

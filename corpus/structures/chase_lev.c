/* The Chase-Lev deque: the owner takes from the bottom, a thief steals from the top, two tasks.
 * -DNO_FENCE leaves out the fence between the owner's store of bottom and load of top: wrong under TSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 2;
static int tasks[2] = {1, 2};
static int taken, stolen[2];

static void *owner(void *arg) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b) {
    taken = tasks[b];
  } else {
    if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
      taken = tasks[b];
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
  return NULL;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return 0;
  int task = tasks[t];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : 0;
}

static void *thief(void *arg) {
  stolen[0] = steal();
  stolen[1] = steal();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, thief, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(taken == 0 || (taken != stolen[0] && taken != stolen[1]));
  return 0;
}

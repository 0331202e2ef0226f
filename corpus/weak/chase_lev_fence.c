/* The Chase-Lev deque, two tasks: the owner takes one while a thief steals both. With -DWEAK the thief has no fence
 * between its loads of top and bottom. TSO, PSO: they stay in order, and the owner's fence is enough. RC11: the
 * second steal may read the old bottom, though its top is new: both get task 1. ARMv8: the loads of the second steal
 * may be reordered. With seq_cst fences on both sides, one sees the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 2;
static int taken = -1, stolen[2];

static void *owner(void *arg) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b) {
    taken = b; /* more than one is left: no thief can want this one */
  } else {
    if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
      taken = b;
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
  return NULL;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1))
    return t;
  return -1;
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
  assert(taken < 0 || (taken != stolen[0] && taken != stolen[1]));
  return 0;
}

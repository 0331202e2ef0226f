// The work-stealing queue of Chase and Lev with the fences of Lê et al. (PPoPP 2013); a thief that loses tries again.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>

enum { SIZE = 4 };
static atomic_int top, bottom, tasks[SIZE];

static void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  if (MUTANT == 5) atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  atomic_store_explicit(&tasks[b % SIZE], task, memory_order_relaxed);
  if (MUTANT != 1) atomic_thread_fence(memory_order_release);
  if (MUTANT != 5) atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  if (MUTANT != 2) atomic_thread_fence(memory_order_seq_cst);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = FENCEPOST_EMPTY;
  if (t <= b) {
    task = atomic_load_explicit(&tasks[b % SIZE], memory_order_relaxed);
    if (t < b || MUTANT == 6) return task;
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      task = FENCEPOST_EMPTY;
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  for (;;) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
    if (MUTANT != 3) atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, ORDER(acquire, 4, relaxed));
    if (t >= b) return FENCEPOST_EMPTY;
    int task = atomic_load_explicit(&tasks[t % SIZE], memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      return task;
  }
}

FENCEPOST_LINEARIZABLE(chase_lev)
FENCEPOST_CALLS(CALLS)
FENCEPOST_OPERATION(push, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(take)
FENCEPOST_OPERATION(steal)
FENCEPOST_ROLE(owner, push, take)
FENCEPOST_ROLE(thief, steal)
#if THREADS > 2
FENCEPOST_ROLE(other_thief, steal)
#endif

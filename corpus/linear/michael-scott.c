// The queue of Michael and Scott (PODC 1996), with nodes that are not freed.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) head, tail;

static void init(void) {
  struct node *dummy = calloc(1, sizeof *dummy);
  atomic_store(&head, dummy);
  atomic_store(&tail, dummy);
}

static int link_after(struct node *last, struct node *node) {
  struct node *none = NULL;
  if (MUTANT == 4) {
    atomic_store(&last->next, node);
    return 1;
  }
  return atomic_compare_exchange_strong_explicit(&last->next, &none, node, ORDER(release, 1, relaxed),
                                                 memory_order_relaxed);
}

static void enqueue(int value) {
  struct node *node = calloc(1, sizeof *node);
  if (MUTANT != 3) node->value = value;
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
    } else if (link_after(last, node)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
      break;
    }
  }
  if (MUTANT == 3) node->value = value;
}

static int dequeue(void) {
  for (;;) {
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&first->next, ORDER(acquire, 2, relaxed));
#ifndef NO_TAIL_CHECK
    if (first == last) {
      if (next == NULL) return FENCEPOST_EMPTY;
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
      continue;
    }
#endif
    if (next == NULL) return FENCEPOST_EMPTY;
    int value = next->value;
    if (MUTANT == 5) {
      atomic_store(&head, next);
      return value;
    }
    if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_acq_rel, memory_order_relaxed))
      return value;
  }
}

FENCEPOST_LINEARIZABLE(michael_scott)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_SETUP(init)
FENCEPOST_OPERATION(enqueue, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(dequeue)

// A stack with elimination (Hendler, Shavit and Yerushalmi, SPAA 2004): calls that fail to change the top meet in one slot.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;
// 0: empty; a value: offered by a push; TAKEN: a pop has it.
enum { TAKEN = -1 };
static atomic_int slot;

// Offers the value for a moment. Was it taken?
static bool offer(int value) {
  int empty = 0, own = value;
  if (!atomic_compare_exchange_strong(&slot, &empty, value)) return false;
  if (MUTANT == 1) {
    // Withdraws without looking again.
    bool taken = atomic_load(&slot) == TAKEN;
    atomic_store(&slot, 0);
    return taken;
  }
  if (atomic_compare_exchange_strong(&slot, &own, 0)) return false;
  atomic_store(&slot, 0);
  return true;
}

static bool take_offer(int *value) {
  *value = atomic_load(&slot);
  if (*value <= 0) return false;
  if (MUTANT == 2) {
    atomic_store(&slot, TAKEN);
    return true;
  }
  return atomic_compare_exchange_strong(&slot, value, TAKEN);
}

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  for (;;) {
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &node->next, node, ORDER(release, 3, relaxed), memory_order_relaxed))
      return;
    if (offer(value) && MUTANT != 4) return;
  }
}

static int pop(void) {
  for (;;) {
    struct node *node = atomic_load_explicit(&top, memory_order_acquire);
    int value;
    if (node == NULL) return FENCEPOST_EMPTY;
    if (atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire, memory_order_relaxed))
      return node->value;
    if (take_offer(&value)) return value;
  }
}

FENCEPOST_LINEARIZABLE(elimination)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(push, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(pop)
FENCEPOST_INITIALLY(push, 1)

// Treiber's stack (1986) with nodes that are used again: a tag beside the index of the top prevents ABA.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>

enum { NODES = 4 };
struct node {
  atomic_int value;
  atomic_uint next; // a link
};
// Node 0 stands for none.
static struct node nodes[NODES + 1];

// A link is the number of a node and, if it is a top, a tag.
static unsigned node_of(unsigned link) { return link & 0xff; }
static unsigned tagged(unsigned node, unsigned old) {
  return MUTANT == 1 ? node : node | ((old & ~0xffu) + 0x100);
}

static void add(atomic_uint *top, unsigned node) {
  unsigned old = atomic_load_explicit(top, memory_order_relaxed);
  do atomic_store_explicit(&nodes[node].next, node_of(old), memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(top, &old, tagged(node, old), ORDER(release, 2, relaxed),
                                                  memory_order_relaxed));
}

static unsigned take(atomic_uint *top, int *value) {
  unsigned old = atomic_load_explicit(top, ORDER(acquire, 3, relaxed));
  for (;;) {
    unsigned node = node_of(old);
    if (node == 0) return 0;
    unsigned next = atomic_load_explicit(&nodes[node].next, memory_order_relaxed);
    *value = atomic_load_explicit(&nodes[node].value, memory_order_relaxed);
    if (MUTANT == 4) {
      atomic_store(top, tagged(next, old));
      return node;
    }
    if (atomic_compare_exchange_strong_explicit(top, &old, tagged(next, old), memory_order_acquire,
                                                ORDER(acquire, 3, relaxed)))
      return node;
  }
}

static atomic_uint top, unused;

static void init(void) {
  for (unsigned node = 1; node <= NODES; node++) add(&unused, node);
}

static void push(int value) {
  int old;
  unsigned node = take(&unused, &old);
  if (MUTANT == 5) add(&top, node);
  atomic_store_explicit(&nodes[node].value, value, memory_order_relaxed);
  if (MUTANT != 5) add(&top, node);
}

static int pop(void) {
  int value;
  unsigned node = take(&top, &value);
  if (node == 0) return FENCEPOST_EMPTY;
  add(&unused, node);
  return value;
}

FENCEPOST_LINEARIZABLE(treiber)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_SETUP(init)
FENCEPOST_OPERATION(push, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(pop)

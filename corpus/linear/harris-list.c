// Harris's list (DISC 2001): a set of the numbers 1 and 2. The lowest bit of a link marks the node that has it as removed.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int key;
  atomic_uintptr_t next;
};
static struct node *head;

static bool is_marked(uintptr_t link) { return (link & 1) != 0; }
static struct node *node_of(uintptr_t link) { return (struct node *)(link & ~(uintptr_t)1); }
static uintptr_t next_of(struct node *node) { return atomic_load_explicit(&node->next, ORDER(acquire, 5, relaxed)); }

static bool change(struct node *node, uintptr_t from, uintptr_t to) {
  return atomic_compare_exchange_strong_explicit(&node->next, &from, to, ORDER(acq_rel, 6, relaxed),
                                                 memory_order_relaxed);
}

static struct node *new_node(int key, struct node *next) {
  struct node *node = malloc(sizeof *node);
  node->key = key;
  atomic_init(&node->next, (uintptr_t)next);
  return node;
}

static void init(void) { head = new_node(0, new_node(100, NULL)); }

// The first node with the key or a larger one, and the one before it; unlinks nodes that are marked.
static struct node *find(int key, struct node **before) {
again:
  *before = head;
  struct node *node = node_of(next_of(head));
  for (;;) {
    uintptr_t next = next_of(node);
    if (is_marked(next) && MUTANT != 1) {
      if (!change(*before, (uintptr_t)node, (uintptr_t)node_of(next))) goto again;
      node = node_of(next);
      continue;
    }
    if (node->key >= key) return node;
    *before = node;
    node = node_of(next);
  }
}

static bool add(int key) {
  for (;;) {
    struct node *before, *node = find(key, &before);
    if (node->key == key) return false;
    struct node *added = new_node(key, node);
    if (MUTANT == 2) {
      atomic_store(&before->next, (uintptr_t)added);
      return true;
    }
    if (change(before, (uintptr_t)node, (uintptr_t)added)) return true;
  }
}

static bool remove_key(int key) {
  for (;;) {
    struct node *before, *node = find(key, &before);
    if (node->key != key) return false;
    uintptr_t next = next_of(node);
    if (is_marked(next)) continue;
    // A node that is unlinked without a mark may get a successor that is lost.
    if (MUTANT == 3 && change(before, (uintptr_t)node, next)) return true;
    if (MUTANT == 3) continue;
    if (change(node, next, next | 1)) return true;
  }
}

static bool contains(int key) {
  struct node *node = node_of(next_of(head));
  while (node->key < key) node = node_of(next_of(node));
  return node->key == key && (MUTANT == 4 || !is_marked(next_of(node)));
}

FENCEPOST_LINEARIZABLE(harris_list)
#include "set.h"

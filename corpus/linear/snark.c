// Snark (Detlefs et al., DISC 2000), a double-ended queue with a double compare-and-swap, which atomic sections stand for. It is wrong
// (Doherty et al., SPAA 2004): a pop may find it empty although it never is.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct node {
  _Atomic(struct node *) left, right;
  atomic_int value;
};
static struct node dummy;
static _Atomic(struct node *) left_hat, right_hat;

static void init(void) {
  atomic_init(&dummy.left, &dummy);
  atomic_init(&dummy.right, &dummy);
  atomic_init(&left_hat, &dummy);
  atomic_init(&right_hat, &dummy);
}

typedef _Atomic(struct node *) link;
static bool dcas(link *a, link *b, struct node *old_a, struct node *old_b, struct node *new_a, struct node *new_b) {
  __VERIFIER_atomic_begin();
  bool equal = atomic_load(a) == old_a && atomic_load(b) == old_b;
  if (equal) {
    atomic_store(a, new_a);
    atomic_store(b, new_b);
  }
  __VERIFIER_atomic_end();
  return equal;
}

static void push_right(int value) {
  struct node *node = calloc(1, sizeof *node);
  atomic_init(&node->right, &dummy);
  atomic_init(&node->value, value);
  for (;;) {
    struct node *right = atomic_load(&right_hat);
    struct node *after = atomic_load(&right->right);
    if (after == right) {
      atomic_store(&node->left, &dummy);
      struct node *left = atomic_load(&left_hat);
      if (dcas(&right_hat, &left_hat, right, left, node, node)) return;
    } else {
      atomic_store(&node->left, right);
      if (dcas(&right_hat, &right->right, right, after, node, node)) return;
    }
  }
}

static void push_left(int value) {
  struct node *node = calloc(1, sizeof *node);
  atomic_init(&node->left, &dummy);
  atomic_init(&node->value, value);
  for (;;) {
    struct node *left = atomic_load(&left_hat);
    struct node *after = atomic_load(&left->left);
    if (after == left) {
      atomic_store(&node->right, &dummy);
      struct node *right = atomic_load(&right_hat);
      if (dcas(&left_hat, &right_hat, left, right, node, node)) return;
    } else {
      atomic_store(&node->right, left);
      if (dcas(&left_hat, &left->left, left, after, node, node)) return;
    }
  }
}

static int pop_right(void) {
  for (;;) {
    struct node *right = atomic_load(&right_hat);
    struct node *left = atomic_load(&left_hat);
    if (atomic_load(&right->right) == right) return FENCEPOST_EMPTY;
    if (right == left) {
      if (dcas(&right_hat, &left_hat, right, left, &dummy, &dummy)) return atomic_load(&right->value);
    } else {
      struct node *before = atomic_load(&right->left);
      if (dcas(&right_hat, &right->left, right, before, before, right)) {
        int value = atomic_load(&right->value);
        atomic_store(&right->right, &dummy);
        return value;
      }
    }
  }
}

static int pop_left(void) {
  for (;;) {
    struct node *left = atomic_load(&left_hat);
    struct node *right = atomic_load(&right_hat);
    if (atomic_load(&left->left) == left) return FENCEPOST_EMPTY;
    if (left == right) {
      if (dcas(&left_hat, &right_hat, left, right, &dummy, &dummy)) return atomic_load(&left->value);
    } else {
      struct node *before = atomic_load(&left->right);
      if (dcas(&left_hat, &left->right, left, before, before, left)) {
        int value = atomic_load(&left->value);
        atomic_store(&left->left, &dummy);
        return value;
      }
    }
  }
}

FENCEPOST_LINEARIZABLE(snark)
FENCEPOST_CALLS(CALLS)
FENCEPOST_SETUP(init)
FENCEPOST_OPERATION(push_left, FENCEPOST_RANGE(1, 1))
FENCEPOST_OPERATION(push_right, FENCEPOST_RANGE(2, 2))
FENCEPOST_OPERATION(pop_left)
FENCEPOST_OPERATION(pop_right)
FENCEPOST_INITIALLY(push_right, 2)
FENCEPOST_ROLE(popper, pop_left)
FENCEPOST_ROLE(other, push_left, pop_right)

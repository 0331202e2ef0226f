// The lazy list of Heller et al. (OPODIS 2005): a set of the numbers 1 and 2, with a lock in each node.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int key;
  atomic_bool marked;
  _Atomic(struct node *) next;
  pthread_mutex_t lock;
};
static struct node *head;

static struct node *new_node(int key, struct node *next) {
  struct node *node = calloc(1, sizeof *node);
  node->key = key;
  atomic_init(&node->next, next);
  pthread_mutex_init(&node->lock, NULL);
  return node;
}

static void init(void) { head = new_node(0, new_node(100, NULL)); }

static struct node *next_of(struct node *node) { return atomic_load_explicit(&node->next, ORDER(acquire, 5, relaxed)); }
static bool is_marked(struct node *node) { return atomic_load_explicit(&node->marked, memory_order_acquire); }

static bool validate(struct node *before, struct node *node) {
  if (MUTANT == 1) return true;
  if (MUTANT != 2 && is_marked(before)) return false;
  return !is_marked(node) && next_of(before) == node;
}

// Locks the node with the key, or the one before which it would be, and the one before that.
static struct node *locked(int key, struct node **before) {
  for (;;) {
    struct node *node = next_of(*before = head);
    for (; node->key < key; node = next_of(node)) *before = node;
    pthread_mutex_lock(&(*before)->lock);
    pthread_mutex_lock(&node->lock);
    if (validate(*before, node)) return node;
    pthread_mutex_unlock(&node->lock);
    pthread_mutex_unlock(&(*before)->lock);
  }
}

static bool add(int key) {
  struct node *before, *node = locked(key, &before);
  bool adds = node->key != key;
  if (adds) atomic_store_explicit(&before->next, new_node(key, node), ORDER(release, 6, relaxed));
  pthread_mutex_unlock(&node->lock);
  pthread_mutex_unlock(&before->lock);
  return adds;
}

static bool remove_key(int key) {
  struct node *before, *node = locked(key, &before);
  if (MUTANT == 4) pthread_mutex_unlock(&node->lock);
  bool removes = node->key == key;
  if (removes) {
    if (MUTANT != 3) atomic_store_explicit(&node->marked, true, memory_order_release);
    atomic_store_explicit(&before->next, next_of(node), memory_order_release);
  }
  if (MUTANT != 4) pthread_mutex_unlock(&node->lock);
  pthread_mutex_unlock(&before->lock);
  return removes;
}

static bool contains(int key) {
  struct node *node = next_of(head);
  while (node->key < key) node = next_of(node);
  return node->key == key && !is_marked(node);
}

FENCEPOST_LINEARIZABLE(lazy_list)
#include "set.h"

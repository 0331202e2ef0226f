/* The non-blocking set of Harris (DISC 2001), without fences and without reuse of nodes. A node is removed in two steps: its
 * pointer to the next is marked, then it is cut out. */
#include <stdint.h>
#include "set.h"
#include "cas.h"

struct node {
  int key;
  struct node *next;
};

static struct node tail, head = {.next = &tail};
static struct node pool[THREADS + 1][2] = {[0 ... THREADS] = {[0 ... 1] = {POISON, POISONED_POINTER}}};
static _Thread_local int used;

static bool is_marked(struct node *pointer) { return ((uintptr_t)pointer & 1) != 0; }
static struct node *marked(struct node *pointer) { return (struct node *)((uintptr_t)pointer | 1); }
static struct node *unmarked(struct node *pointer) { return (struct node *)((uintptr_t)pointer & ~(uintptr_t)1); }

/* The first node that is in the set and whose key is no smaller, and the one before it; cuts out what is between them. */
static struct node *search(int key, struct node **before) {
  for (;;) {
    struct node *current = &head, *next = head.next, *after = NULL;
    do {
      if (!is_marked(next)) {
        *before = current;
        after = next;
      }
      current = unmarked(next);
      if (current == &tail)
        break;
      next = current->next;
    } while (is_marked(next) || current->key < key);
    if (after != current && !CAS(&(*before)->next, after, current))
      continue;
    if (current == &tail || !is_marked(current->next))
      return current;
  }
}

static bool insert(int thread, int key) {
  struct node *node = &pool[thread][used++], *before;
  node->key = key;
  for (;;) {
    struct node *at = search(key, &before);
    if (at != &tail && at->key == key)
      return false;
    node->next = at;
    if (CAS(&before->next, at, node))
      return true;
  }
}

static bool remove_key(int key) {
  for (;;) {
    struct node *before, *at = search(key, &before);
    if (at == &tail || at->key != key)
      return false;
    struct node *next = at->next;
    if (is_marked(next) || !CAS(&at->next, next, marked(next)))
      continue;
    if (!CAS(&before->next, at, next))
      search(key, &before);
    return true;
  }
}

static bool contains(int key) {
  struct node *before, *at = search(key, &before);
  return at != &tail && at->key == key;
}

int main(void) {
  test();
  return 0;
}

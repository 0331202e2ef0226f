/* The lazy list-based set of Heller et al. (OPODIS 2005), without fences and without reuse of nodes. */
#include <limits.h>
#include "set.h"
#include "lock.h"

struct node {
  int key;
  int removed;
  struct node *next;
  int taken;
};

static struct node tail = {.key = INT_MAX};
static struct node head = {.key = INT_MIN, .next = &tail};
static struct node pool[THREADS + 1][2] = {
    [0 ... THREADS] = {[0 ... 1] = {POISON, POISON, POISONED_POINTER, POISON}}};
static _Thread_local int used;

/* Finds where the key belongs, and locks both neighbours. */
static void locate(int key, struct node **before, struct node **at) {
  for (;;) {
    struct node *previous = &head, *current = previous->next;
    while (current->key < key) {
      previous = current;
      current = current->next;
    }
    lock(&previous->taken);
    lock(&current->taken);
    *before = previous;
    *at = current;
    if (!previous->removed && !current->removed && previous->next == current)
      return;
    unlock(&current->taken);
    unlock(&previous->taken);
  }
}

static bool insert(int thread, int key) {
  struct node *before, *at;
  locate(key, &before, &at);
  bool isNew = at->key != key;
  if (isNew) {
    struct node *node = &pool[thread][used++];
    node->key = key;
    node->removed = false;
    node->next = at;
    node->taken = false;
    before->next = node;
  }
  unlock(&at->taken);
  unlock(&before->taken);
  return isNew;
}

static bool remove_key(int key) {
  struct node *before, *at;
  locate(key, &before, &at);
  bool found = at->key == key;
  if (found) {
    at->removed = true;
    before->next = at->next;
  }
  unlock(&at->taken);
  unlock(&before->taken);
  return found;
}

static bool contains(int key) {
  struct node *current = &head;
  while (current->key < key)
    current = current->next;
  return current->key == key && !current->removed;
}

int main(void) {
  test();
  return 0;
}

// The queue with two locks of Michael and Scott (PODC 1996).
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static struct node *head, *tail;
static pthread_mutex_t heads = PTHREAD_MUTEX_INITIALIZER, tails = PTHREAD_MUTEX_INITIALIZER;

static void init(void) { head = tail = calloc(1, sizeof *head); }

static void enqueue(int value) {
  struct node *node = calloc(1, sizeof *node);
  if (MUTANT != 3) node->value = value;
  if (MUTANT != 4) pthread_mutex_lock(&tails);
  atomic_store_explicit(&tail->next, node, ORDER(release, 1, relaxed));
  if (MUTANT == 3) node->value = value;
  tail = node;
  if (MUTANT != 4) pthread_mutex_unlock(&tails);
}

static int dequeue(void) {
  int value = FENCEPOST_EMPTY;
  if (MUTANT != 5) pthread_mutex_lock(&heads);
  struct node *next = atomic_load_explicit(&head->next, ORDER(acquire, 2, relaxed));
  if (next != NULL) {
    value = next->value;
    head = next;
  }
  if (MUTANT != 5) pthread_mutex_unlock(&heads);
  return value;
}

FENCEPOST_LINEARIZABLE(two_lock)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_SETUP(init)
FENCEPOST_OPERATION(enqueue, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(dequeue)

/* The two-lock queue of Michael and Scott (PODC 1996; 004, Fig. 10), without fences and without reuse of nodes. */
#include "queue.h"
#include "lock.h"

struct node {
  struct node *next;
  int value;
};

static struct node dummy;
static struct node *head = &dummy, *tail = &dummy;
static int head_lock, tail_lock;
static struct node pool[THREADS][3] = {[0 ... THREADS - 1] = {[0 ... 2] = {POISONED_POINTER, POISON}}};
static _Thread_local int used;

static void enqueue(int thread, int value) {
  struct node *node = &pool[thread][used++];
  node->value = value;
  node->next = NULL;
  lock(&tail_lock);
  tail->next = node;
  tail = node;
  unlock(&tail_lock);
}

static int dequeue(void) {
  lock(&head_lock);
  struct node *first = head->next;
  if (first == NULL) {
    unlock(&head_lock);
    return EMPTY;
  }
  head = first;
  unlock(&head_lock);
  return first->value;
}

int main(void) {
  test();
  return 0;
}

/* The non-blocking queue of Michael and Scott (PODC 1996), without fences and without reuse of nodes. */
#include "queue.h"
#include "cas.h"

struct node {
  int value;
  struct node *next;
};

static struct node dummy;
static struct node *head = &dummy, *tail = &dummy;
static struct node pool[THREADS][3] = {[0 ... THREADS - 1] = {[0 ... 2] = {POISON, POISONED_POINTER}}};
static _Thread_local int used;

static void enqueue(int thread, int value) {
  struct node *node = &pool[thread][used++], *last;
  node->value = value;
  node->next = NULL;
  for (;;) {
    last = tail;
    struct node *next = last->next;
    if (last != tail)
      continue;
    if (next != NULL)
      CAS(&tail, last, next);
    else if (CAS(&last->next, NULL, node))
      break;
  }
  CAS(&tail, last, node);
}

static int dequeue(void) {
  for (;;) {
    struct node *first = head, *last = tail, *next = first->next;
    if (first != head)
      continue;
    if (first == last) {
      if (next == NULL)
        return EMPTY;
      CAS(&tail, last, next);
    } else {
      int value = next->value;
      if (CAS(&head, first, next))
        return value;
    }
  }
}

int main(void) {
  test();
  return 0;
}

/* msqueue(P,C,K): the Michael-Scott queue; P producers enqueue K values each, C consumers try K times to dequeue one.
 * Nodes are never reused, so there is no ABA problem. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef P
#define P 1
#endif
#ifndef C
#define C 1
#endif
#ifndef K
#define K 2
#endif

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node nodes[P * K + 1];
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];
static int taken[C * K];

static void enqueue(struct node *fresh, int value) {
  fresh->value = value;
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &next, fresh)) {
      atomic_compare_exchange_strong(&tail, &last, fresh);
      return;
    }
  }
}

/* 0: the queue was empty. */
static int dequeue(void) {
  for (;;) {
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (first != last) {
      int value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next))
        return value;
    } else if (next == NULL) {
      return 0;
    } else {
      atomic_compare_exchange_strong(&tail, &last, next);
    }
  }
}

static void *produce(void *arg) {
  long first = 1 + (long)arg * K;
  for (int k = 0; k < K; k++)
    enqueue(&nodes[first + k], (int)first + k);
  return NULL;
}

static void *consume(void *arg) {
  long first = (long)arg * K;
  for (int k = 0; k < K; k++)
    taken[first + k] = dequeue();
  return NULL;
}

int main(void) {
  pthread_t threads[P + C];
  for (long i = 0; i < P; i++)
    pthread_create(&threads[i], NULL, produce, (void *)i);
  for (long i = 0; i < C; i++)
    pthread_create(&threads[P + i], NULL, consume, (void *)i);
  for (int i = 0; i < P + C; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < C * K; i++)
    for (int j = 0; j < i; j++)
      assert(taken[i] == 0 || taken[i] != taken[j]);
  return 0;
}

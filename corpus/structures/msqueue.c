/* The Michael-Scott queue with malloc'ed nodes: one producer, one consumer. Values come out in order.
 * -DRELAXED links nodes with relaxed compare-and-swaps: under PSO a value can be read before it is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELAXED
#define LINK memory_order_relaxed
#else
#define LINK memory_order_acq_rel
#endif

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node *_Atomic head, *_Atomic tail;

static struct node *node(int value) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  atomic_init(&fresh->next, NULL);
  return fresh;
}

static void *produce(void *arg) {
  for (int value = 1; value <= 2; value++) {
    struct node *fresh = node(value), *last = atomic_load_explicit(&tail, memory_order_acquire), *none = NULL;
    atomic_compare_exchange_strong_explicit(&last->next, &none, fresh, LINK, memory_order_acquire);
    atomic_store_explicit(&tail, fresh, memory_order_release);
  }
  return NULL;
}

static void *consume(void *arg) {
  int before = 0;
  for (int k = 0; k < 2; k++) {
    struct node *first = atomic_load_explicit(&head, memory_order_relaxed);
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (next == NULL)
      continue;
    assert(next->value == before + 1);
    before = next->value;
    atomic_store_explicit(&head, next, memory_order_relaxed);
  }
  return NULL;
}

int main(void) {
  struct node *dummy = node(0);
  atomic_store(&head, dummy);
  atomic_store(&tail, dummy);
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

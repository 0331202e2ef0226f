/* The queue of Michael and Scott with a sentinel. -DWEAK dequeues after a relaxed load of next. SC, TSO, PSO: loads
 * stay in order. RC11: the link is released but not acquired: a race on value. ARMv8 (without dependencies): value
 * may be read before the link. An acquire load is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node sentinel, fresh;
static struct node *_Atomic head = &sentinel, *_Atomic tail = &sentinel;

static void *enqueue(void *arg) {
  fresh.value = 4;
  struct node *last = atomic_load_explicit(&tail, memory_order_acquire), *none = NULL;
  atomic_compare_exchange_strong_explicit(&last->next, &none, &fresh, memory_order_release, memory_order_relaxed);
  atomic_compare_exchange_strong_explicit(&tail, &last, &fresh, memory_order_release, memory_order_relaxed);
  return NULL;
}

static void *dequeue(void *arg) {
  struct node *first = atomic_load_explicit(&head, memory_order_acquire);
  struct node *next = atomic_load_explicit(&first->next, LOOK);
  if (next == NULL)
    return NULL;
  int value = next->value;
  if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed))
    assert(value == 4);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enqueue, NULL);
  pthread_create(&b, NULL, dequeue, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

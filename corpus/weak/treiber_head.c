/* A Treiber stack. -DWEAK pops after a relaxed load of the head. SC, TSO, PSO: loads stay in order. RC11: next is
 * read before the swap acquires anything: a race with the push. ARMv8 (without dependencies): next may be read
 * before head, still NULL: the swap cuts off what was below. Acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

struct node {
  struct node *next;
};

static struct node below, above;
static struct node *_Atomic head = &below;

static void *push(void *arg) {
  above.next = &below;
  atomic_store_explicit(&head, &above, memory_order_release); /* no other thread pushes */
  return NULL;
}

static void *pop(void *arg) {
  struct node *old = atomic_load_explicit(&head, LOOK);
  if (old == &above) {
    struct node *next = old->next;
    atomic_compare_exchange_strong_explicit(&head, &old, next, memory_order_acquire, memory_order_acquire);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  struct node *left = atomic_load(&head);
  assert(left == &above || left == &below);
  return 0;
}

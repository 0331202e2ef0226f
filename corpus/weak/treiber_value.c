/* A Treiber stack whose nodes have atomic links. -DWEAK pops by a relaxed compare-and-swap after a relaxed load. SC,
 * TSO, PSO: loads stay in order. RC11: nothing acquires the push: reading value is a race. ARMv8: value may be read
 * before the swap. A swap that acquires is right here: value is read after it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define POP memory_order_relaxed
#else
#define POP memory_order_acquire
#endif

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node only;
static struct node *_Atomic head;

static void *push(void *arg) {
  only.value = 5;
  struct node *old = NULL;
  atomic_compare_exchange_strong_explicit(&head, &old, &only, memory_order_release, memory_order_relaxed);
  return NULL;
}

static void *pop(void *arg) {
  struct node *old = atomic_load_explicit(&head, memory_order_relaxed);
  if (old == NULL)
    return NULL;
  struct node *next = atomic_load_explicit(&old->next, memory_order_relaxed);
  if (atomic_compare_exchange_strong_explicit(&head, &old, next, POP, memory_order_relaxed))
    assert(old->value == 5);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

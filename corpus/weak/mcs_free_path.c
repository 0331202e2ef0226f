/* The MCS queue lock: who finds the tail empty has the lock. -DWEAK exchanges the tail with release only. SC, TSO,
 * PSO: an atomic comes before what follows it. RC11: the exchange reads the unlock's NULL without acquiring it: a
 * race on counter. ARMv8: release orders the exchange's store only; counter may be read earlier. acq_rel is right:
 * release for the node, acquire for the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define QUEUE memory_order_release
#else
#define QUEUE memory_order_acq_rel
#endif

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};

static struct node nodes[2];
static struct node *_Atomic tail;
static int counter;

static void *work(void *arg) {
  struct node *mine = &nodes[(long)arg];
  atomic_store_explicit(&mine->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, mine, QUEUE);
  if (before != NULL) {
    atomic_store_explicit(&before->next, mine, memory_order_release);
    while (atomic_load_explicit(&mine->waits, memory_order_acquire))
      ;
  }
  counter++;
  struct node *alone = mine, *next;
  if (!atomic_compare_exchange_strong_explicit(&tail, &alone, NULL, memory_order_release, memory_order_relaxed)) {
    while ((next = atomic_load_explicit(&mine->next, memory_order_acquire)) == NULL)
      ;
    atomic_store_explicit(&next->waits, 0, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}

/* The MCS queue lock. -DWEAK spins on its own node with relaxed loads. SC, TSO, PSO: loads stay in order. RC11: the
 * lock was handed over, but no thread acquired it: a race on counter. ARMv8: counter may be read before the hand-over is
 * seen. Acquire in the spin is right; the exchange covers the free lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define SPIN memory_order_relaxed
#else
#define SPIN memory_order_acquire
#endif

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};

static struct node nodes[2];
static struct node *_Atomic tail;
static int counter;

static void lock(struct node *mine) {
  atomic_store_explicit(&mine->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  if (before == NULL)
    return;
  atomic_store_explicit(&before->next, mine, memory_order_release);
  while (atomic_load_explicit(&mine->waits, SPIN))
    ;
}

static void unlock(struct node *mine) {
  struct node *alone = mine, *next;
  if (atomic_compare_exchange_strong_explicit(&tail, &alone, NULL, memory_order_release, memory_order_relaxed))
    return;
  while ((next = atomic_load_explicit(&mine->next, memory_order_acquire)) == NULL)
    ;
  atomic_store_explicit(&next->waits, 0, memory_order_release);
}

static void *work(void *arg) {
  struct node *mine = &nodes[(long)arg];
  lock(mine);
  counter++;
  unlock(mine);
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

/* The MCS queue lock: each thread spins on a node of its own. -DRELAXED hands over relaxed: wrong under PSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

struct node {
  struct node *_Atomic next;
  atomic_int locked;
};

static struct node nodes[2];
static struct node *_Atomic tail;
static int counter;

static void lock(struct node *mine) {
  atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  if (before == NULL)
    return;
  atomic_store_explicit(&before->next, mine, memory_order_release);
  while (atomic_load_explicit(&mine->locked, memory_order_acquire))
    ;
}

static void unlock(struct node *mine) {
  struct node *next = atomic_load_explicit(&mine->next, memory_order_acquire);
  if (next == NULL) {
    struct node *last = mine;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, HAND_OVER, memory_order_relaxed))
      return;
    while ((next = atomic_load_explicit(&mine->next, memory_order_acquire)) == NULL)
      ;
  }
  atomic_store_explicit(&next->locked, 0, HAND_OVER);
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

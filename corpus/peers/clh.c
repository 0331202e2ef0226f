/* clh(N,K): a CLH queue lock; each thread waits for the node of its predecessor, then takes that node over.
 * As in ticket.c the releasing store is relaxed: PSO needs -DFENCE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif

struct node {
  atomic_int locked;
};

static struct node nodes[N + 1];
static struct node *_Atomic tail = &nodes[N];
static int counter;

static void *work(void *arg) {
  struct node *mine = &nodes[(long)arg];
  for (int k = 0; k < K; k++) {
    atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
    struct node *before = atomic_exchange(&tail, mine);
    while (atomic_load_explicit(&before->locked, memory_order_acquire))
      ;
    counter = counter + 1;
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    atomic_store_explicit(&mine->locked, 0, memory_order_relaxed);
    mine = before;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(counter == N * K);
  return 0;
}

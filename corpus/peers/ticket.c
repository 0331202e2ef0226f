/* ticket(N,K): a ticket lock; N threads, K critical sections each. The releasing store is relaxed, so under PSO it can
 * overtake what the section wrote: -DFENCE or -DRELEASE. -DBUG takes the ticket in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif
#ifdef RELEASE
#define UNLOCK_ORDER memory_order_release
#else
#define UNLOCK_ORDER memory_order_relaxed
#endif

static atomic_int tickets, serving;
static int counter;

static void lock(void) {
#ifdef BUG
  int mine = atomic_load(&tickets);
  atomic_store(&tickets, mine + 1);
#else
  int mine = atomic_fetch_add(&tickets, 1);
#endif
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
    ;
}

static void unlock(void) {
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int now = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, now + 1, UNLOCK_ORDER);
}

static void *work(void *arg) {
  for (int k = 0; k < K; k++) {
    lock();
    counter = counter + 1;
    unlock();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(counter == N * K);
  return 0;
}

/* sb(N): a ring of N threads; each stores to its own variable, then loads its right neighbour's.
 * Only with store buffers can every load return 0. -DSEQ_CST and -DFENCE forbid that, -DCHECK asserts it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#ifdef SEQ_CST
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int x[N];
static int seen[N];

static void *ring(void *arg) {
  long i = (long)arg;
  atomic_store_explicit(&x[i], 1, ORDER);
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  seen[i] = atomic_load_explicit(&x[(i + 1) % N], ORDER);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, ring, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
#ifdef CHECK
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += seen[i];
  assert(sum > 0);
#endif
  return 0;
}

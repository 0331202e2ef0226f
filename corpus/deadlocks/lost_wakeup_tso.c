/* Sleeper and waker each store, then look at the other: with store buffers both miss. -DSEQ_CST repairs it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#ifdef SEQ_CST
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

static sem_t wake;
static atomic_int sleeping, ready;

static void *sleeper(void *arg) {
  atomic_store_explicit(&sleeping, 1, ORDER);
  if (!atomic_load_explicit(&ready, ORDER))
    sem_wait(&wake);
  return NULL;
}

static void *waker(void *arg) {
  atomic_store_explicit(&ready, 1, ORDER);
  if (atomic_load_explicit(&sleeping, ORDER))
    sem_post(&wake);
  return NULL;
}

int main(void) {
  sem_init(&wake, 0, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, waker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

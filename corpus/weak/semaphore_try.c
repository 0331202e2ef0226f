/*
 * A thread posts a semaphore and takes it again, until none is left. With WEAK, another thread takes its failure to get one
 * for a sign that the message is there. A try that fails orders nothing, even if the value it finds comes after a post.
 *
 * SC, TSO, PSO: the steps of the semaphore come after the store of the message, and loads stay in order: safe.
 * RC11: nothing orders the two accesses to the message: a data race.
 * ARMv8: the load of the message overtakes the try, which is a relaxed load, and returns 0.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef WEAK
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_acquire
#endif

static sem_t left;
static atomic_int taken;
static int message;

static void *receive(void *unused) {
  if (atomic_load_explicit(&taken, ORDER) && sem_trywait(&left) != 0)
    assert(message == 42);
  return unused;
}

int main(void) {
  pthread_t receiver;
  sem_init(&left, 0, 1);
  pthread_create(&receiver, NULL, receive, NULL);
  message = 42;
  sem_post(&left);
  sem_wait(&left);
  sem_wait(&left);
  atomic_store_explicit(&taken, 1, memory_order_release);
  pthread_join(receiver, NULL);
  return 0;
}

/*
 * A thread learns from a semaphore that a message is there. It takes the semaphore; with WEAK it only looks at its value.
 * sem_getvalue is not among the functions that synchronise memory (POSIX.1-2017, 4.12), and glibc's is a relaxed load.
 *
 * SC, TSO, PSO: sem_post comes after the store of the message, and loads stay in order: safe.
 * RC11: nothing orders the two accesses to the message: a data race.
 * ARMv8: the load of the message overtakes the look at the semaphore and returns 0.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t posted;
static int message;

static void *receive(void *unused) {
#ifdef WEAK
  int value;
  sem_getvalue(&posted, &value);
#else
  int value = sem_trywait(&posted) == 0;
#endif
  if (value > 0)
    assert(message == 42);
  return unused;
}

int main(void) {
  pthread_t receiver;
  sem_init(&posted, 0, 0);
  pthread_create(&receiver, NULL, receive, NULL);
  message = 42;
  sem_post(&posted);
  pthread_join(receiver, NULL);
  return 0;
}

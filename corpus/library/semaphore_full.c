/* A semaphore that has its greatest value cannot be posted. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *thread(void *unused) {
  assert(sem_post(&semaphore) == 0);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  int value;
  sem_getvalue(&semaphore, &value);
  assert(value == INT_MAX);
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&semaphore, 0, INT_MAX - 1);
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  return 0;
}

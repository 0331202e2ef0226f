/* A semaphore of one, used as a lock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int counter;

static void *work(void *arg) {
  sem_wait(&semaphore);
  counter++;
  sem_post(&semaphore);
  return NULL;
}

int main(void) {
  sem_init(&semaphore, 0, 1);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  sem_destroy(&semaphore);
  return 0;
}

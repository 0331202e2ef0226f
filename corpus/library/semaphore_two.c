/* A semaphore of two lets both threads in. */
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
  sem_init(&semaphore, 0, 2);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}

/* Two threads wait for one post. */
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *waits(void *arg) {
  sem_wait(&semaphore);
  return NULL;
}

static void *posts(void *arg) {
  sem_post(&semaphore);
  return NULL;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  pthread_t a, b, c;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_create(&c, NULL, posts, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

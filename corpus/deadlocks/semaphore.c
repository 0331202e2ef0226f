/* Two semaphores waited for in opposite orders. */
#include <pthread.h>
#include <semaphore.h>

static sem_t left, right;

static void *one(void *arg) {
  sem_wait(&left);
  sem_wait(&right);
  sem_post(&right);
  sem_post(&left);
  return NULL;
}

static void *other(void *arg) {
  sem_wait(&right);
  sem_wait(&left);
  sem_post(&left);
  sem_post(&right);
  return NULL;
}

int main(void) {
  sem_init(&left, 0, 1);
  sem_init(&right, 0, 1);
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

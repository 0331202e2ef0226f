/* Each takes one unit of the two semaphores in opposite order. */
#include "../threads.h"
#include <semaphore.h>

static sem_t left, right;

static void *one(void *arg) {
  sem_wait(&left);
  sem_wait(&right);
  sem_post(&right);
  sem_post(&left);
  return NULL;
}

static void *two(void *arg) {
  sem_wait(&right);
  sem_wait(&left);
  sem_post(&left);
  sem_post(&right);
  return NULL;
}

int main(void) {
  sem_init(&left, 0, 1);
  sem_init(&right, 0, 1);
  together(one, two);
  return 0;
}

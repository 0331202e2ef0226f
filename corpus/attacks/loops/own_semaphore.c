/* The state is the value of a semaphore that counts the tries down. */
#include "../threads.h"
#include <semaphore.h>

static volatile int flag;
static sem_t tries;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  while (!flag)
    assert(sem_trywait(&tries) == 0); /* fails */
  return NULL;
}

int main(void) {
  sem_init(&tries, 0, 3);
  together(sets, spins);
  return 0;
}

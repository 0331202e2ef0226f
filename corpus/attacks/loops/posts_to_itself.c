/* Each round posts to a semaphore of the thread's own, whose value ends the loop. */
#include "../threads.h"
#include <semaphore.h>

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  sem_t own;
  int value = 0;
  sem_init(&own, 0, 0);
  while (!flag && value < 3) {
    sem_post(&own);
    sem_getvalue(&own, &value);
  }
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

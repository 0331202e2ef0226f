/* sem_trywait in a loop waits like sem_wait; the value at the end is what was posted less what was taken. */
#include "../threads.h"
#include <errno.h>
#include <semaphore.h>

static sem_t units;

static void *takes(void *arg) {
  while (sem_trywait(&units) != 0)
    assert(errno == EAGAIN);
  return NULL;
}

static void *gives(void *arg) {
  sem_post(&units);
  sem_post(&units);
  return NULL;
}

int main(void) {
  int left;
  sem_init(&units, 0, 0);
  together(takes, gives);
  sem_getvalue(&units, &left);
  assert(left == 1);
  return 0;
}

/* errno carries the number of rounds. */
#include "../threads.h"
#include <errno.h>

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  errno = 0;
  while (!flag)
    assert(++errno < 4); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

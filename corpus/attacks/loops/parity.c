/* Whether the number of rounds was odd shows in the end. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  _Bool odd = 0;
  while (!flag)
    odd = !odd;
  assert(!odd); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

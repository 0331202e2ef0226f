/* A static local of a helper counts the rounds of the only thread that calls it. */
#include "../threads.h"

static volatile int flag;

static int rounds(void) {
  static unsigned short count;
  return ++count;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  while (!flag)
    assert(rounds() != 3); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

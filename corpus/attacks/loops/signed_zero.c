/* 0.0 and -0.0 are equal but not the same: the loop ends after its first round, whatever the flag says. No deadlock. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  double state = 0.0;
  while (!flag) {
    if (1 / state < 0)
      break;
    state = -state;
  }
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

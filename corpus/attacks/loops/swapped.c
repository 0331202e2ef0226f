/* Two locals swap their values in each round; the loop ends when the one is where the other was. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  int here = 0, there = 1;
  while (!flag) {
    if (here)
      break;
    int other = here;
    here = there;
    there = other;
  }
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

/* Waits until it has seen the flag in two rounds running: the second such round reads the same, but is not for nothing. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int seen = 0;
  while (seen < 2) {
    if (flag)
      seen++;
    else
      seen = 0;
  }
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

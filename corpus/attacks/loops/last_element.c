/* Only the last element of a local array changes, behind three that stay; the loop ends by itself. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  short state[7] = {1, 2, 3, 4, 5, 6, 0};
  for (int i = 6; !flag;) {
    state[i] += 250;
    if (state[i] == 1000)
      break;
  }
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

/* The state is the upper half of a union's double: the third round gives up, so a slow flag is missed and the assertion can fail. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
#ifndef NEVER
  flag = 1;
#endif
  return NULL;
}

static void *spins(void *arg) {
  union {
    double number;
    int half[2];
  } state = {0};
  while (!flag && state.half[1] < 3)
    state.half[1]++;
#ifndef NEVER
  assert(state.half[1] < 3); /* fails */
#endif
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

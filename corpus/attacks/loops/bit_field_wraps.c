/* A 2-bit counter beside a constant bit-field goes 0 1 2 3 0: back at its value, but out of the loop; giving up is possible. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  struct {
    unsigned constant : 5;
    unsigned tries : 2;
    unsigned other : 3;
  } state = {9, 0, 5};
  int seen = 0;
  while (!(seen = flag)) {
    state.tries++;
    if (state.tries == 0)
      break;
  }
  assert(seen == 1); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

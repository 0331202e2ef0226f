/* The carried NaN is the same NaN in each round, though it is not equal to itself: the loop waits, and ends. */
#include "../threads.h"
#include <math.h>

static atomic_int flag;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *spins(void *arg) {
  volatile double start = NAN;
  double state = start;
  while (!atomic_load(&flag))
    state = state + 1;
  assert(state != state);
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

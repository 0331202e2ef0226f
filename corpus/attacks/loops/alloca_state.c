/* The state is the last byte of 24 that alloca gave. */
#include "../threads.h"
#include <alloca.h>

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  char *state = alloca(24);
  memset(state, 0, 24);
  while (!flag)
    if (++state[23] == 3)
      break;
  assert(state[23] < 3); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

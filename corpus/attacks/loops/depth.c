/* Recursion instead of a loop: each call reads the flag once, and the fourth gives up. */
#include "../threads.h"

static volatile int flag;

static int wait_at(int depth) { return flag ? 1 : depth == 0 ? 0 : wait_at(depth - 1); }

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  assert(wait_at(3)); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

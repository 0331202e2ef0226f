/* A recursion in the middle of a loop: seven reads in all, and the last one may be the first to see the flag. */
#include "../threads.h"

static volatile int flag;

static int reads(int depth) {
  int sum = 0;
  for (int side = 0; side < 2; side++) {
    if (depth > 0)
      sum += reads(depth - 1);
    if (side == 0)
      sum += flag;
  }
  return sum;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *calls(void *arg) {
  int sum = reads(2);
  assert(sum != 1); /* fails */
  return NULL;
}

int main(void) {
  together(sets, calls);
  return 0;
}

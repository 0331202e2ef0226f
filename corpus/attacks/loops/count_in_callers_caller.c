/* Three calls of one wait with a limit of two rounds each, the limit being an argument by value: each call counts from 0. */
#include "../threads.h"

static volatile int flag;

static int waits(int limit) {
  while (!flag)
    if (limit-- == 0)
      return 0;
  return 1;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *calls(void *arg) {
  int found = waits(1) + waits(1) * 2 + waits(0) * 4;
  assert(found != 4); /* fails */
  return NULL;
}

int main(void) {
  together(sets, calls);
  return 0;
}

/* A thread-local array counts the rounds of each of two threads; neither disturbs the other. */
#include "../threads.h"

static volatile int flag;
static _Thread_local unsigned char counts[3];

static void *sets(void *arg) {
  counts[2] = 9;
  flag = 1;
  assert(counts[2] == 9);
  return NULL;
}

static void *spins(void *arg) {
  while (!flag)
    assert(++counts[2] < 3); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

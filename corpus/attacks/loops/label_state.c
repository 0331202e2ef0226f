/* The state is the address of a label, which moves on in each round and leaves at the third. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  static const void *const next[] = {&&one, &&two, &&out};
  const void *to = next[0];
  while (!flag) {
    goto *(void *)to;
  one:
    to = next[1];
    continue;
  two:
    to = next[2];
    continue;
  out:
    break;
  }
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

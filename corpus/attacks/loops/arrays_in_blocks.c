/* Two variable-length arrays in nested blocks of a loop, left by continue and goto. */
#include "../threads.h"

static volatile int flag, size = 2;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int rounds = 0;
  while (!flag) {
    int n = size;
    char outer[n];
    outer[n - 1] = (char)rounds;
    {
      short inner[n + 1];
      inner[n] = outer[n - 1];
      rounds = inner[n] + 1;
      if (rounds == 1)
        continue;
      if (rounds == 3)
        goto out;
    }
  }
out:
  assert(rounds < 3); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

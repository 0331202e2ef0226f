/* The only state is the seed of rand_r, which never has the same value twice in a row: the loop ends without the flag. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  unsigned seed = 1;
  int odd = 0;
  while (!flag && odd < 2)
    odd += rand_r(&seed) & 1;
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

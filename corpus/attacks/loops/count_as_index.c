/* After the loop the count of rounds, modulo 3, picks the cell to clear; cell 2 can be picked. */
#include "../threads.h"

static volatile int flag;
static int cell[3] = {1, 1, 1};

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  unsigned count = 0;
  while (!flag)
    count = (count + 1) % 3;
  cell[count] = 0;
  return NULL;
}

int main(void) {
  together(sets, spins);
  assert(cell[2]); /* fails */
  return 0;
}

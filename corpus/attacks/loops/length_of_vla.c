/* An array that is longer in each round, and whose last element tells the next length. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int n = 1;
  while (!flag) {
    int row[n];
    for (int i = 0; i < n; i++)
      row[i] = i + 2;
    n = row[n - 1];
    if (n == 4)
      break;
  }
  assert(n < 4); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

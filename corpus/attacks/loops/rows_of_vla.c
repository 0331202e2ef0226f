/* A two-dimensional array of variable length: one cell of its last row changes, then the loop ends. */
#include "../threads.h"

static volatile int flag, rows = 3;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  int n = rows;
  unsigned char cell[n][n + 1];
  memset(cell, 0, sizeof cell);
  while (!flag && cell[n - 1][n] != 2)
    cell[n - 1][n]++;
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

/* memmove rotates a local array; the loop ends when the marked element comes to the front. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  char ring[4] = {0, 0, 0, 1};
  while (!flag && !ring[0]) {
    char first = ring[0];
    memmove(ring, ring + 1, 3);
    ring[3] = first;
  }
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

/* One element beside a local array that no other thread knows. */
#include "../threads.h"
#ifndef AT
#define AT 4
#endif

static volatile int at = AT;

static void *writes(void *arg) {
  int before[4] = {0}, table[4] = {0}, after[4] = {0};
  table[at] = 7; /* fails */
  return (void *)(intptr_t)(before[3] + table[0] + after[0]);
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(writes, other);
  return 0;
}

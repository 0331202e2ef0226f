/* The distance between two heap objects as an index: the address is in an object, but not in the one it was made from. */
#include "../threads.h"

static int *one, *two;
static volatile intptr_t distance;

static void *writes(void *arg) {
  one[distance + 25] = 1; /* fails */
  return NULL;
}

static void *waits(void *arg) { return NULL; }

int main(void) {
  one = malloc(8);
  two = malloc(8);
  together(writes, waits);
  return 0;
}

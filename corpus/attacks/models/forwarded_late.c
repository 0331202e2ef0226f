/* n6 of the x86 manuals: a thread reads its own 1, misses y = 1, and yet its 1 comes after the other's 2. */
#include "../threads.h"

static volatile int x, y;
static int own, seen;

static void *one(void *arg) {
  x = 1;
  own = x;
  seen = y;
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  x = 2;
  return NULL;
}

int main(void) {
  together(one, two);
  assert(!(own == 1 && seen == 0 && x == 1)); /* fails */
  return 0;
}

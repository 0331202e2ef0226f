/* Store buffering whose results are not used: safe, but not robust. */
#include "../threads.h"

static volatile int x, y;
static int seen_x, seen_y;

static void *one(void *arg) {
  x = 1;
  seen_y = y;
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  seen_x = x;
  return NULL;
}

int main(void) {
  together(one, two);
  return 0;
}

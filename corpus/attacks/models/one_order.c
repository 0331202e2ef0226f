/* All threads agree on the order of the stores to one place, and a thread's own come in order. */
#include "../threads.h"

static volatile int x;
static int a[2], b[2];

static void *one(void *arg) {
  x = 1;
  a[0] = x;
  a[1] = x;
  return NULL;
}

static void *two(void *arg) {
  x = 2;
  b[0] = x;
  b[1] = x;
  return NULL;
}

int main(void) {
  together(one, two);
  assert(!(a[1] == 2 && b[1] == 1));
  assert(!(a[0] == 2 && a[1] == 1));
  return 0;
}

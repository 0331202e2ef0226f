/* One thread only stores, the other only loads the last of it: reordered or not, every execution is SC. */
#include "../threads.h"

static volatile int x, y, z;

static void *stores(void *arg) {
  x = 1;
  y = 2;
  z = 3;
  return NULL;
}

static void *loads(void *arg) {
  assert(y == 0 || y == 2);
  return NULL;
}

int main(void) {
  together(stores, loads);
  return 0;
}

/* A wait that only a delayed store would end: under SC it is for ever, and under the others it can be, too. */
#include "../threads.h"

static volatile int x, y;
static atomic_int late;

static void *one(void *arg) {
  x = 1;
  if (y == 0)
    atomic_fetch_add(&late, 1);
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  if (x == 0)
    atomic_fetch_add(&late, 1);
  return NULL;
}

int main(void) {
  together(one, two);
  while (atomic_load(&late) < 2)
    ;
  return 0;
}

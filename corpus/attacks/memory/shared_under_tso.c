/* A local becomes shared only where both threads miss each other's store, which SC does not have. */
#include "../threads.h"

static volatile int x, y;
static int *_Atomic offered;

static void *one(void *arg) {
  int own = 3;
  x = 1;
  if (y == 0)
    atomic_store(&offered, &own);
  while (atomic_load(&offered) && x != 2 && y != 2)
    ;
  assert(own == 3); /* fails */
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  int late = x == 0;
  int *other = atomic_load(&offered);
  if (late && other)
    *other = 4;
  y = 2;
  return NULL;
}

int main(void) {
  together(one, two);
  return 0;
}

/* After the invalid store its thread is gone; that main then finds the counter too low follows from it. */
#include "../threads.h"

static int *volatile object;
static atomic_int done;

static void *writes(void *arg) {
  *object = 1; /* fails */
  atomic_fetch_add(&done, 1);
  return NULL;
}

static void *adds(void *arg) {
  atomic_fetch_add(&done, 1);
  return NULL;
}

int main(void) {
  together(writes, adds);
  assert(atomic_load(&done) == 2);
  return 0;
}

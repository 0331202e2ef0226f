/* The thread fails before it opens the gate: the one that waits there, and main that joins both, are no failures of their own. */
#include "../threads.h"

static atomic_int gate;

static void *fails(void *arg) {
  assert(arg); /* fails */
  atomic_store(&gate, 1);
  return NULL;
}

static void *waits(void *arg) {
  while (!atomic_load(&gate))
    ;
  return NULL;
}

int main(void) {
  together(fails, waits);
  return 0;
}

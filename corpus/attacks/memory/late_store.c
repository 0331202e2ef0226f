/* The last store to the object is in the buffer when its owner is told to free it: under PSO it is written after that. */
#include "../threads.h"

static int *object;
static atomic_int done;

static void *writes(void *arg) {
  *object = 1;
#ifdef RELEASE
  atomic_store_explicit(&done, 1, memory_order_release);
#else
  atomic_store_explicit(&done, 1, memory_order_relaxed);
#endif
  return NULL;
}

static void *frees(void *arg) {
  while (!atomic_load(&done))
    ;
  free(object);
  return NULL;
}

int main(void) {
  object = malloc(sizeof *object);
  together(writes, frees);
  return 0;
}

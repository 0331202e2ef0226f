/* The object is freed and then an assertion fails: a write by the other thread may still come first, or after the free. */
#include "../threads.h"

static int *object;

static void *frees(void *arg) {
#ifdef LATER
  free(object);
#else
  assert(arg); /* here */
#endif
  return NULL;
}

static void *uses(void *arg) {
  *object = 2; /* may be after the free */
  return NULL;
}

int main(void) {
  object = malloc(sizeof *object);
  together(frees, uses);
  return 0;
}

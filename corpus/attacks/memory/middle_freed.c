/* free of an address inside an object, or one behind it. */
#include "../threads.h"
#ifndef OFFSET
#define OFFSET 4
#endif

static void *frees(void *arg) {
  char *object = malloc(4);
  free(object + OFFSET); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(frees, other);
  return 0;
}

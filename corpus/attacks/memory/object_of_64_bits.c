/* An object of 2 ** 32 + 16 bytes is not one of 16: it is more than there can be here. */
#include "../threads.h"

static volatile size_t size = (UINT64_C(1) << 32) + 16;

static void *allocates(void *arg) {
  char *object = malloc(size);
  object[100] = 1;
  free(object);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(allocates, other);
  return 0;
}

/* malloc(0) gives an address that may be freed, but not used. */
#include "../threads.h"

static char *nothing;

static void *writes(void *arg) {
  nothing[0] = 1; /* fails */
  return NULL;
}

static void *other(void *arg) {
  free(malloc(0));
  return NULL;
}

int main(void) {
  nothing = malloc(0);
  together(writes, other);
  return 0;
}

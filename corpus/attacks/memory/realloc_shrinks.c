/* After realloc to 8 bytes, byte 8 is gone. */
#include "../threads.h"

static char *volatile bytes;

static void *shrinks(void *arg) {
  bytes = realloc(bytes, 8);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  bytes = calloc(1, 16);
  together(shrinks, other);
  bytes[8] = 1; /* fails */
  return 0;
}

/* A length of minus one is the largest size there is. */
#include "../threads.h"

static char *bytes;
static volatile int length = 3;

static void *clears(void *arg) {
  memset(bytes, 0, (size_t)(length - 4)); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  bytes = malloc(16);
  together(clears, other);
  return 0;
}

/* An unsigned index of 32 bits that wraps below zero is far behind the object, not one before it. */
#include "../threads.h"

static char *bytes;
static volatile uint32_t at;

static void *writes(void *arg) {
  bytes[at - 1] = 1; /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  bytes = malloc(64);
  together(writes, other);
  return 0;
}

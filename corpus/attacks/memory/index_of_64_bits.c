/* An index of 2 ** 32 is not index 0. */
#include "../threads.h"

static int *object;
static volatile uint64_t at = UINT64_C(1) << 32;

static void *writes(void *arg) {
  object[at] = 1; /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  object = malloc(8);
  together(writes, other);
  return 0;
}

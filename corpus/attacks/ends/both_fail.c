/* Two threads that fail independently of each other: either may be first, and both are told. */
#include "../threads.h"

static void *one(void *arg) {
  assert(arg != NULL); /* fails */
  return NULL;
}

static void *two(void *arg) {
  assert(arg != NULL); /* fails */
  return NULL;
}

int main(void) {
  together(one, two);
  return 0;
}

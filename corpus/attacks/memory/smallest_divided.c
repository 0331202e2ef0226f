/* The smallest int divided by -1 traps on x86-64, as division by zero does. */
#include "../threads.h"
#include <limits.h>

static volatile int smallest = INT_MIN, minus_one = -1;

static void *divides(void *arg) {
#ifdef REMAINDER
  return (void *)(intptr_t)(smallest % minus_one);
#else
  return (void *)(intptr_t)(smallest / minus_one);
#endif
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(divides, other);
  return 0;
}

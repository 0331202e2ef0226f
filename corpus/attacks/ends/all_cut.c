/* The assumption never holds: no execution is left, which is safe only because it is said. */
#include "../threads.h"

void __VERIFIER_assume(int condition);

static volatile int value;

static void *writes(void *arg) {
  value = 1;
  return NULL;
}

static void *assumes(void *arg) {
  __VERIFIER_assume(value == 2);
  assert(0);
  return NULL;
}

int main(void) {
  together(writes, assumes);
  return 0;
}

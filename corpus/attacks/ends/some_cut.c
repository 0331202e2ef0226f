/* An assumption that cuts the executions in which the wait would never end; of the others one fails. */
#include "../threads.h"

void __VERIFIER_assume(int condition);

static volatile int value, other;

static void *writes(void *arg) {
  other = 1;
  value = 1;
  return NULL;
}

static void *assumes(void *arg) {
  int before = other;
  __VERIFIER_assume(value == 1);
  assert(before == 1); /* fails */
  return NULL;
}

int main(void) {
  together(writes, assumes);
  return 0;
}

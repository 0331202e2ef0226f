/* The loop is in a callee, its state in a caller's local two calls up, reached by a pointer in a structure. */
#include "../threads.h"

struct Context {
  int *tries;
};

static volatile int flag;

static int again(struct Context *context) { return ++*context->tries < 3; }

static void waits(struct Context *context) {
  while (!flag)
    if (!again(context))
      return;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int tries = 0;
  struct Context context = {&tries};
  waits(&context);
  assert(tries < 3); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

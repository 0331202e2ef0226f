/* Two threads end the program, one of them from within a call, and the assertion behind is never reached. */
#include "../threads.h"

static void leave(int status) { exit(status); }

static void *ends(void *arg) {
  leave(0);
  assert(0);
  return NULL;
}

int main(void) {
  together(ends, ends);
  assert(0);
  return 0;
}

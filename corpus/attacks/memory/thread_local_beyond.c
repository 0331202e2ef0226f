/* Behind the end of a thread-local array. */
#include "../threads.h"

static _Thread_local char own[8];
static volatile int at = 8;

static void *writes(void *arg) {
  own[at] = 1; /* fails */
  return NULL;
}

static void *other(void *arg) { return own; }

int main(void) {
  together(writes, other);
  return 0;
}

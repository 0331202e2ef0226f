/* The state is the place in a list of arguments; the terminating zero gives up. */
#include "../threads.h"
#include <stdarg.h>

static volatile int flag;

static int waits(int first, ...) {
  va_list list;
  va_start(list, first);
  int next = first;
  while (!flag && next)
    next = va_arg(list, int);
  va_end(list);
  return next;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  assert(waits(7, 7, 7, 0)); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

/* A loop made of goto with two entries: it has no single head, and its count gives up after three rounds. */
#include "../threads.h"

static volatile int flag, entry;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int count = 0;
  if (entry)
    goto middle;
top:
  count++;
middle:
  if (flag)
    goto out;
  if (count < 3)
    goto top;
out:
  assert(count < 3); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

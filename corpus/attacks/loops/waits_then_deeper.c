/* The same loop on the way down, but the deepest flag is set only after the wait is over: it never is. */
#include "../threads.h"

static atomic_int flag[2], over;

static void level(int n) {
  while (!atomic_load(&flag[n]))
    ;
  if (n < 1)
    level(n + 1);
}

static void *sets(void *arg) {
  atomic_store(&flag[0], 1);
  while (!atomic_load(&over))
    ;
  atomic_store(&flag[1], 1);
  return NULL;
}

static void *waits(void *arg) {
  level(0);
  atomic_store(&over, 1);
  return NULL;
}

int main(void) {
  together(sets, waits);
  return 0;
}

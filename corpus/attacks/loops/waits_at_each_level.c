/* Each level of a recursion waits in the same loop for another flag, deepest first; another thread sets them in that order. */
#include "../threads.h"

static atomic_int flag[3];
static int passed;

static void level(int n) {
  if (n < 2)
    level(n + 1);
  while (!atomic_load(&flag[n]))
    ;
  passed = passed * 10 + n;
}

static void *sets(void *arg) {
  for (int i = 2; i >= 0; i--)
    atomic_store(&flag[i], 1);
  return NULL;
}

static void *waits(void *arg) {
  level(0);
  assert(passed == 210);
  return NULL;
}

int main(void) {
  together(sets, waits);
  return 0;
}

/* A wait whose condition is computed by recursion with a loop of its own, over three flags. */
#include "../threads.h"

static atomic_int flag[3];

static int all(int from) {
  for (int i = from; i < 3; i++)
    if (!atomic_load(&flag[i]) || !all(i + 1))
      return 0;
  return 1;
}

static void *sets(void *arg) {
  for (int i = 0; i < 3; i++)
    atomic_store(&flag[i], 1);
  return NULL;
}

static void *waits(void *arg) {
  while (!all(0))
    ;
  assert(atomic_load(&flag[1]));
  return NULL;
}

int main(void) {
  together(sets, waits);
  return 0;
}

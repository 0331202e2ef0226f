/* A poll with a loop of one round of its own is called three times: each call is a new loop, and all three may find nothing. */
#include "../threads.h"

static volatile int flag;

static int poll(void) {
  for (int i = 0; i < 1; i++)
    if (flag)
      return 1;
  return 0;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int found = 0;
  for (int i = 0; i < 3 && !found; i++)
    found = poll();
  assert(found); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

/* The loop ends the program instead of itself: no thread is left to wait. */
#include "../threads.h"

static atomic_int flag;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *spins(void *arg) {
  for (;;)
    if (atomic_load(&flag))
      exit(0);
}

int main(void) {
  together(sets, spins);
  return 0;
}

/* A back-off that doubles up to 8: from there on each round is as the one before, and the loop waits. */
#include "../threads.h"

static atomic_int flag;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *spins(void *arg) {
  int delay = 1;
  while (!atomic_load(&flag)) {
    for (int i = 0; i < delay; i++)
      __asm__ volatile("pause");
    if (delay < 8)
      delay *= 2;
  }
#ifdef LOOK
  assert(delay < 8); /* fails */
#endif
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

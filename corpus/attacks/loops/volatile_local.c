/* A volatile local whose address is not taken counts the rounds. */
#include "../threads.h"

static atomic_int flag;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *spins(void *arg) {
  volatile signed char count = 125;
  while (!atomic_load(&flag)) {
    count++;
    if (count == -128)
      break;
  }
  assert(count >= 0); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

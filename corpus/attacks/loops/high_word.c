/* The state moves in bits 40 and up of a 64-bit local; after four rounds it gives up. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  uint64_t state = 77;
  while (!flag) {
    state += UINT64_C(1) << 40;
    assert(state != 77 + (UINT64_C(4) << 40)); /* fails */
  }
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

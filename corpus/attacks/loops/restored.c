/* Each round of the wait turns a bit on and off again: memory is as before, but others can see the bit on. */
#include "../threads.h"

static atomic_int flag, bits;

static void *looks(void *arg) {
  int seen = atomic_load(&bits);
  atomic_store(&flag, 1);
  assert(seen == 0); /* fails */
  return NULL;
}

static void *spins(void *arg) {
  while (!atomic_load(&flag)) {
    atomic_fetch_xor(&bits, 4);
    atomic_fetch_xor(&bits, 4);
  }
  return NULL;
}

int main(void) {
  together(looks, spins);
  return 0;
}

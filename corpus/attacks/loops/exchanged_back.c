/* A local and a shared word swap values until the own one is back: two rounds, no deadlock. */
#include "../threads.h"

static atomic_uchar shared;

static void *reads(void *arg) {
  assert(atomic_load(&shared) < 2);
  return NULL;
}

static void *swaps(void *arg) {
  unsigned char own = 1;
  do
    own = atomic_exchange(&shared, own);
  while (own != 1);
  return NULL;
}

int main(void) {
  together(reads, swaps);
  return 0;
}

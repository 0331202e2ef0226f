/* Two threads add below and above bit 32 of one word of 64 bits; the carry arrives, and nothing is rounded. */
#include "../threads.h"

static _Atomic uint64_t word = UINT64_C(0x001fffffffffffff);

static void *adds_one(void *arg) {
  atomic_fetch_add(&word, 1);
  return NULL;
}

static void *adds_high(void *arg) {
  atomic_fetch_add(&word, UINT64_C(3) << 61);
  atomic_fetch_add(&word, 2);
  return NULL;
}

int main(void) {
  together(adds_one, adds_high);
  assert(atomic_load(&word) == UINT64_C(0x6020000000000002));
  return 0;
}

/* Value and flag in one store of 64 bits: no model tears it apart. */
#include "../threads.h"

static volatile uint64_t word;

static void *sends(void *arg) {
  word = UINT64_C(42) << 32 | 1;
  return NULL;
}

static void *receives(void *arg) {
  uint64_t seen = word;
  assert(!(seen & 1) || seen >> 32 == 42);
  return NULL;
}

int main(void) {
  together(sends, receives);
  return 0;
}

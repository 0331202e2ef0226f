/* The builtin nand on 64 bits, and exchanges of the largest numbers. */
#include "../threads.h"

static uint64_t word = UINT64_MAX;

static void *works(void *arg) {
  uint64_t old = __atomic_fetch_nand(&word, UINT64_C(0xff00000000000001), __ATOMIC_SEQ_CST);
  assert(old == UINT64_MAX);
  assert(__atomic_load_n(&word, __ATOMIC_SEQ_CST) == UINT64_C(0x00fffffffffffffe));
  assert(__atomic_exchange_n(&word, UINT64_C(0x8000000000000000), __ATOMIC_SEQ_CST) == UINT64_C(0x00fffffffffffffe));
  assert((int64_t)__atomic_sub_fetch(&word, 1, __ATOMIC_SEQ_CST) == INT64_MAX);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(works, other);
  return 0;
}

/* Tags in bit 0 and in the upper 16 bits of a shared pointer: fine if they are masked, an invalid address if one is kept. */
#include "../threads.h"

static _Atomic uintptr_t tagged;

static void *reads(void *arg) {
  uintptr_t bits = atomic_load(&tagged);
#if KEEP == 1
  bits &= ~UINT64_C(1);
#elif KEEP == 2
  bits &= UINT64_C(0x0001ffffffffffff) & ~UINT64_C(1);
#else
  bits &= UINT64_C(0x0000ffffffffffff) & ~UINT64_C(1);
#endif
  assert(*(int *)bits == 8); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  int *object = malloc(sizeof *object);
  *object = 8;
  atomic_store(&tagged, (uintptr_t)object | UINT64_C(0x8001) << 48 | 1);
  together(reads, other);
  return 0;
}

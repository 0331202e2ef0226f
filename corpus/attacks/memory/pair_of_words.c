/* An atomic structure of eight bytes: a compare-and-swap of both halves at once, by two threads. */
#include "../threads.h"

typedef struct {
  int32_t value, version;
} Pair;

static _Atomic Pair shared;

static void *adds(void *arg) {
  Pair old = atomic_load(&shared), new;
  do
    new = (Pair){old.value + 5, old.version - 1};
  while (!atomic_compare_exchange_weak(&shared, &old, new));
  return NULL;
}

int main(void) {
  together(adds, adds);
  Pair end = atomic_load(&shared);
  assert(end.value == 10 && end.version == -2);
  return 0;
}

/* Two threads add to an atomic double by compare-and-swap: nothing is lost or rounded in other ways. */
#include "../threads.h"

static _Atomic double sum = 9007199254740992.0;

static void *adds(void *arg) {
  double old = atomic_load(&sum);
  while (!atomic_compare_exchange_weak(&sum, &old, old + 2.0))
    ;
  return NULL;
}

int main(void) {
  together(adds, adds);
  assert(atomic_load(&sum) == 9007199254740996.0);
  return 0;
}

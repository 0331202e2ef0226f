/* A compare-and-swap of a float compares bits: 0.0 is not -0.0, and a NaN is itself. */
#include "../threads.h"
#include <math.h>

static _Atomic float number = -0.0f;

static void *swaps(void *arg) {
  float expected = 0.0f;
  assert(!atomic_compare_exchange_strong(&number, &expected, 1.0f));
  assert(signbit(expected));
  assert(atomic_compare_exchange_strong(&number, &expected, NAN));
  expected = atomic_load(&number);
  assert(expected != expected);
  assert(atomic_compare_exchange_strong(&number, &expected, 2.5f));
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(swaps, other);
  assert(atomic_load(&number) == 2.5f);
  return 0;
}

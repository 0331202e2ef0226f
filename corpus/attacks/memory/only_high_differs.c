/* A compare-and-swap of 64 bits fails if only the upper half differs: exactly one of two threads wins. */
#include "../threads.h"

static _Atomic int64_t word = 5;
static atomic_int winners;

static void *one(void *arg) {
  int64_t expected = 5;
  if (atomic_compare_exchange_strong(&word, &expected, INT64_C(5) | INT64_C(1) << 32))
    atomic_fetch_add(&winners, 1);
  else
    assert(expected == (INT64_C(5) | INT64_C(1) << 33));
  return NULL;
}

static void *two(void *arg) {
  int64_t expected = 5;
  if (atomic_compare_exchange_strong(&word, &expected, INT64_C(5) | INT64_C(1) << 33))
    atomic_fetch_add(&winners, 1);
  else
    assert(expected == (INT64_C(5) | INT64_C(1) << 32));
  return NULL;
}

int main(void) {
  together(one, two);
  assert(atomic_load(&winners) == 1);
  return 0;
}

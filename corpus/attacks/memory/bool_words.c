/* An atomic bool holds 0 or 1, whatever is stored. */
#include "../threads.h"

static atomic_bool flag;
static volatile int two = 2;

static void *stores(void *arg) {
  atomic_store(&flag, two);
  assert(atomic_load(&flag) == 1);
  assert(atomic_exchange(&flag, two << 8) == 1);
  assert((int)atomic_load(&flag) == 1);
  _Bool expected = two;
  assert(atomic_compare_exchange_strong(&flag, &expected, 0));
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(stores, other);
  return 0;
}

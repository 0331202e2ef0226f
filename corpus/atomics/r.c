/* R: the last store wins, but its thread then misses the store before the other.
 * -DSTORE and -DLOAD pick orders, -DFENCE puts a fence of this order in
 * between, -DEXCHANGE stores by exchange, -DCAS by compare-and-swap. */
#include "shape.h"

static int r[2];

static void *first(void *arg) {
  put(&x, 1);
  between();
  put(&y, 1);
  return NULL;
}

static void *second(void *arg) {
  put(&y, 2);
  between();
  r[0] = get(&x);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(atomic_load(&y) == 2 && r[0] == 0));
  return 0;
}

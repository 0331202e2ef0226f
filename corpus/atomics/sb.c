/* SB: each stores to its own variable, then loads the other's.
 * -DSTORE and -DLOAD pick orders, -DFENCE puts a fence of this order in
 * between, -DEXCHANGE stores by exchange, -DCAS by compare-and-swap. */
#include "shape.h"

static int r[2];

static void *first(void *arg) {
  put(&x, 1);
  between();
  r[0] = get(&y);
  return NULL;
}

static void *second(void *arg) {
  put(&y, 1);
  between();
  r[1] = get(&x);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(r[0] == 0 && r[1] == 0));
  return 0;
}

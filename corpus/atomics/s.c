/* S: a load of the second store, then a store that comes before the first.
 * -DSTORE and -DLOAD pick orders, -DFENCE puts a fence of this order in
 * between, -DEXCHANGE stores by exchange, -DCAS by compare-and-swap. */
#include "shape.h"

static int r[2];

static void *first(void *arg) {
  put(&x, 2);
  between();
  put(&y, 1);
  return NULL;
}

static void *second(void *arg) {
  r[0] = get(&y);
  between();
  put(&x, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(r[0] == 1 && atomic_load(&x) == 2));
  return 0;
}

/* 2+2W: two threads store to two variables in opposite orders.
 * -DSTORE and -DLOAD pick orders, -DFENCE puts a fence of this order in
 * between, -DEXCHANGE stores by exchange, -DCAS by compare-and-swap. */
#include "shape.h"

static void *first(void *arg) {
  put(&x, 1);
  between();
  put(&y, 2);
  return NULL;
}

static void *second(void *arg) {
  put(&y, 1);
  between();
  put(&x, 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(atomic_load(&x) == 1 && atomic_load(&y) == 1));
  return 0;
}

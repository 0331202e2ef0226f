/* LB: each loads, then stores what the other loads.
 * -DSTORE and -DLOAD pick orders, -DFENCE puts a fence of this order in
 * between, -DEXCHANGE stores by exchange, -DCAS by compare-and-swap. */
#include "shape.h"

static int r[2];

static void *first(void *arg) {
  r[0] = get(&x);
  between();
  put(&y, 1);
  return NULL;
}

static void *second(void *arg) {
  r[1] = get(&y);
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
  assert(!(r[0] == 1 && r[1] == 1));
  return 0;
}

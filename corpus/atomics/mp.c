/* MP: data, then flag; the other loads flag, then data.
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
  r[0] = get(&y);
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
  assert(!(r[0] == 1 && r[1] == 0));
  return 0;
}

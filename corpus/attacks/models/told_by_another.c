/* WRC: who hears of a store from a third thread sees it: stores become visible to all others at once, and loads stay in order. */
#include "../threads.h"

static volatile int x, y;

static void *writes(void *arg) {
  x = 1;
  return NULL;
}

static void *tells(void *arg) {
  if (x)
    y = 1;
  return NULL;
}

int main(void) {
  pthread_t c;
  pthread_create(&c, NULL, tells, NULL);
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  int heard = y, seen = x;
  assert(!heard || seen);
  pthread_join(a, NULL);
  pthread_join(c, NULL);
  return 0;
}

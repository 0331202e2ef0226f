/* Both threads read their own store from the buffer and then miss the other's: TSO forwards. */
#include "../threads.h"

static volatile short x, y;
static int own_x, own_y, seen_x, seen_y;

static void *one(void *arg) {
  x = -1;
  own_x = x;
  seen_y = y;
  return NULL;
}

static void *two(void *arg) {
  y = -1;
  own_y = y;
  seen_x = x;
  return NULL;
}

int main(void) {
  together(one, two);
  assert(own_x == -1 && own_y == -1);
  assert(seen_x || seen_y); /* fails */
  return 0;
}

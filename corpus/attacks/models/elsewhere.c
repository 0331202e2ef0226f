/* Store buffering with a relaxed read-modify-write of another place between: on TSO it drains all, on PSO its own place only. */
#include "../threads.h"
#ifndef ORDER
#define ORDER relaxed
#endif
#define PASTE(order) memory_order_##order
#define NAMED(order) PASTE(order)

static volatile int x, y;
static int seen_x, seen_y;
static atomic_int other[2];

static void *one(void *arg) {
  x = 1;
  atomic_fetch_add_explicit(&other[0], 1, NAMED(ORDER));
  seen_y = y;
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  atomic_fetch_add_explicit(&other[1], 1, NAMED(ORDER));
  seen_x = x;
  return NULL;
}

int main(void) {
  together(one, two);
  assert(seen_x || seen_y); /* fails */
  return 0;
}

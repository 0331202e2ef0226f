/* Store buffering with a full fence in one of the threads. */
#include "../threads.h"

static volatile int x, y;
static int seen_x, seen_y;

static void *one(void *arg) {
  x = 1;
  atomic_thread_fence(memory_order_seq_cst);
  seen_y = y;
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  atomic_thread_fence(memory_order_acq_rel);
  seen_x = x;
  return NULL;
}

int main(void) {
  together(one, two);
  assert(seen_x || seen_y); /* fails */
  return 0;
}

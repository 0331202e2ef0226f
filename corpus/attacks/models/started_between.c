/* Starting a thread drains the buffer: the child, and who hears from it, sees what was stored before. */
#include "../threads.h"

static volatile int x, y;
static int seen_x, seen_y;

static void *child(void *arg) { return NULL; }

static void *one(void *arg) {
  pthread_t own;
  x = 1;
  pthread_create(&own, NULL, child, NULL);
  seen_y = y;
  pthread_join(own, NULL);
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  atomic_thread_fence(memory_order_seq_cst);
  seen_x = x;
  return NULL;
}

int main(void) {
  together(one, two);
  assert(seen_x || seen_y);
  return 0;
}

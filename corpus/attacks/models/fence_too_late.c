/* A release fence behind the flag orders nothing that matters. */
#include "../threads.h"

static volatile int data, flag, other;

static void *sends(void *arg) {
  data = 1;
  flag = 1;
  atomic_thread_fence(memory_order_release);
  other = 1;
  return NULL;
}

static void *receives(void *arg) {
  int seen = flag;
  assert(!seen || data); /* fails */
  return NULL;
}

int main(void) {
  together(sends, receives);
  return 0;
}

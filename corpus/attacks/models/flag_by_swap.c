/* The flag, a byte, is raised by a compare-and-swap: relaxed, it drains its own place only, and PSO holds the data back. */
#include "../threads.h"
#ifndef ORDER
#define ORDER relaxed
#endif
#define PASTE(order) memory_order_##order
#define NAMED(order) PASTE(order)

static volatile int data;
static atomic_uchar flag;

static void *sends(void *arg) {
  unsigned char down = 0;
  data = 1;
  atomic_compare_exchange_strong_explicit(&flag, &down, 1, NAMED(ORDER), memory_order_relaxed);
  return NULL;
}

static void *receives(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) {
    int seen = data;
    assert(seen == 1); /* fails */
  }
  return NULL;
}

int main(void) {
  together(sends, receives);
  return 0;
}

/* Who finds the count but not the slot waits for a second message that never comes: that happens under PSO only. */
#include "../threads.h"

static volatile int slot, count;

static void *sends(void *arg) {
  slot = 1;
#ifdef FENCE
  atomic_thread_fence(memory_order_release);
#endif
  count = 1;
  return NULL;
}

static void *receives(void *arg) {
  while (count == 0)
    ;
  if (slot == 0)
    while (count == 1)
      ;
  return NULL;
}

int main(void) {
  together(sends, receives);
  return 0;
}

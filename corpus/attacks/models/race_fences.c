/* Relaxed accesses with a release fence before and an acquire fence behind; without the latter there is a race. */
#include "../threads.h"

static int data;
static atomic_int flag;

static void *sends(void *arg) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

static void *receives(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
#ifndef ONE
    atomic_thread_fence(memory_order_acquire);
#endif
    assert(data == 1);
  }
  return NULL;
}

int main(void) {
  together(sends, receives);
  return 0;
}

/* Anderson's array lock with two slots, each thread twice: slots are used again. */
#include "../threads.h"

static atomic_int slot[2] = {1, 0};
static atomic_uint tail;
static int inside;

static void *works(void *arg) {
  for (int i = 0; i < 2; i++) {
    unsigned mine = atomic_fetch_add(&tail, 1) % 2;
    while (!atomic_load_explicit(&slot[mine], memory_order_acquire))
      ;
    atomic_store_explicit(&slot[mine], 0, memory_order_relaxed);
    assert(++inside == 1);
    inside--;
    atomic_store_explicit(&slot[1 - mine], 1, memory_order_release);
  }
  return NULL;
}

int main(void) {
  together(works, works);
  return 0;
}

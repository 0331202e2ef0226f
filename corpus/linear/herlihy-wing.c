// The queue of Herlihy and Wing (1990): an enqueuing call may take effect at a moment that only later steps determine.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>

enum { SIZE = 8 };
static atomic_int items[SIZE];
static atomic_int back;

static void enqueue(int value) {
  int at;
  if (MUTANT == 1) {
    at = atomic_load(&back);
    atomic_store(&back, at + 1);
  } else at = atomic_fetch_add(&back, 1);
  atomic_store_explicit(&items[at], value, ORDER(release, 4, relaxed));
}

static int dequeue(void) {
  for (;;) {
    int range = MUTANT == 3 ? SIZE : atomic_load(&back);
    for (int i = 0; i < range; i++) {
      int value;
      if (MUTANT == 2) {
        value = atomic_load(&items[i]);
        if (value != 0) atomic_store(&items[i], 0);
      } else value = atomic_exchange(&items[i], 0);
      if (value != 0) return value;
    }
  }
}

FENCEPOST_LINEARIZABLE(herlihy_wing)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(enqueue, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_BLOCKING(dequeue)

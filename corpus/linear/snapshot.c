// Two registers that can be read at once: they are read until nothing has changed between two readings.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>

// Each: how often it was written, and its value.
static atomic_int registers[2];

static void update(int which, int value) {
  int before = atomic_load_explicit(&registers[which], memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&registers[which], &before, (before & ~0xff) + 0x100 + value,
                                                  ORDER(seq_cst, 2, relaxed), memory_order_relaxed)) {
  }
}

static int reading(int which) { return atomic_load_explicit(&registers[which], ORDER(seq_cst, 3, relaxed)); }

static int scan(void) {
  for (;;) {
    int first = reading(0), second = reading(1);
    if (MUTANT == 1 || (reading(0) == first && reading(1) == second)) return 10 * (first & 0xff) + (second & 0xff);
  }
}

FENCEPOST_LINEARIZABLE(snapshot)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(update, FENCEPOST_RANGE(0, 1), FENCEPOST_RANGE(1, 1))
FENCEPOST_OPERATION(scan)

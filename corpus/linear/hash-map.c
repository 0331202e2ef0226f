// A hash map with open addressing and without locks: a key stays where it is once it has a slot. Here all keys collide.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SLOTS = 2 };
static struct slot {
  atomic_int key, value; // 0: none
} slots[SLOTS];

// The slot of a key; NULL if it has none.
static struct slot *find(int key, int adds) {
  for (int i = 0; i < SLOTS; i++) {
    int found = atomic_load(&slots[i].key);
    if (found == 0 && !adds) return NULL;
    if (found == 0 && MUTANT == 1) atomic_store(&slots[i].key, found = key);
    if (found == 0 && atomic_compare_exchange_strong(&slots[i].key, &found, key)) found = key;
    if (found == key) return &slots[i];
  }
  return NULL;
}

static int known(int value) { return value == 0 ? FENCEPOST_EMPTY : value; }

// Returns the value before.
static int put(int key, int value) {
  struct slot *slot = find(key, 1);
  if (MUTANT != 2) return known(atomic_exchange(&slot->value, value));
  int old = atomic_load(&slot->value);
  atomic_store(&slot->value, value);
  return known(old);
}

static int get(int key) {
  struct slot *slot = find(key, 0);
  return slot == NULL ? FENCEPOST_EMPTY : known(atomic_load_explicit(&slot->value, ORDER(seq_cst, 3, relaxed)));
}

FENCEPOST_LINEARIZABLE(hash_map)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(put, FENCEPOST_RANGE(1, 2), FENCEPOST_RANGE(1, 1))
FENCEPOST_OPERATION(get, FENCEPOST_RANGE(1, 2))

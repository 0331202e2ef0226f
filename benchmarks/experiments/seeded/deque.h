// A work-stealing deque (Chase and Lev, SPAA 2005; with the fences of Le et al., PPoPP 2013), of fixed size. Its owner pushes
// and takes at the bottom, thieves steal from the top.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define DEQUE_SLOTS 64

struct deque {
  _Atomic(int64_t) top;
  char apart[56];
  _Atomic(int64_t) bottom;
  _Atomic(uint64_t) slots[DEQUE_SLOTS];
};

static inline void deque_init(struct deque *deque) {
  atomic_init(&deque->top, 0);
  atomic_init(&deque->bottom, 0);
  for (int i = 0; i < DEQUE_SLOTS; i++) atomic_init(&deque->slots[i], 0);
}

// The owner wakes thieves afterwards, with a fence: so the bottom is in memory before the next look at the top.
static inline bool deque_push(struct deque *deque, uint64_t task) {
  int64_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed);
  if (bottom - atomic_load_explicit(&deque->top, memory_order_acquire) == DEQUE_SLOTS) return false;
  atomic_store_explicit(&deque->slots[bottom % DEQUE_SLOTS], task, memory_order_relaxed);
  atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_release);
  return true;
}

static inline bool deque_take(struct deque *deque, uint64_t *task) {
  int64_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&deque->bottom, bottom, memory_order_relaxed); // claims the last task
#ifndef SEED_DEQUE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int64_t top = atomic_load_explicit(&deque->top, memory_order_relaxed); // looks for thieves
  bool found = top <= bottom;
  if (found) *task = atomic_load_explicit(&deque->slots[bottom % DEQUE_SLOTS], memory_order_relaxed);
  if (top < bottom) return true;
  // It is the last one, which a thief may want, too; or there is none.
  if (top == bottom) found = atomic_compare_exchange_strong(&deque->top, &top, top + 1); // takes the very last task
  atomic_store(&deque->bottom, bottom + 1);
  return found;
}

static inline bool deque_steal(struct deque *deque, uint64_t *task) {
  int64_t top = atomic_load_explicit(&deque->top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int64_t bottom = atomic_load_explicit(&deque->bottom, memory_order_acquire); // looks for the owner
  if (top >= bottom) return false;
  *task = atomic_load_explicit(&deque->slots[top % DEQUE_SLOTS], memory_order_relaxed);
  return atomic_compare_exchange_strong(&deque->top, &top, top + 1); // steals the first task
}

static inline bool deque_is_empty(struct deque *deque) {
  int64_t top = atomic_load_explicit(&deque->top, memory_order_acquire);
  return top >= atomic_load_explicit(&deque->bottom, memory_order_acquire);
}

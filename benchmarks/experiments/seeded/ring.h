// A bounded queue from one thread to another.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define RING_SLOTS 16

struct ring {
  _Atomic(uint32_t) head;
  char apart[60];
  _Atomic(uint32_t) tail;
  uint64_t slots[RING_SLOTS];
};

#ifdef SEED_RING
#define RING_PUBLISH memory_order_relaxed
#else
#define RING_PUBLISH memory_order_release
#endif

static inline void ring_init(struct ring *ring) {
  atomic_init(&ring->head, 0);
  atomic_init(&ring->tail, 0);
}

// The caller wakes the consumer afterwards, with a fence: so the tail is in memory before the next look at the head.
static inline bool ring_push(struct ring *ring, uint64_t value) {
  uint32_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&ring->head, memory_order_acquire) == RING_SLOTS) return false; // looks for room
  ring->slots[tail % RING_SLOTS] = value; // fills the slot
  atomic_store_explicit(&ring->tail, tail + 1, RING_PUBLISH); // publishes the slot
  return true;
}

static inline bool ring_pop(struct ring *ring, uint64_t *value) {
  uint32_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring->tail, memory_order_acquire)) return false; // looks for a slot
  *value = ring->slots[head % RING_SLOTS]; // takes from the slot
  atomic_store(&ring->head, head + 1);
  return true;
}

static inline bool ring_is_empty(struct ring *ring) {
  uint32_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  return head == atomic_load_explicit(&ring->tail, memory_order_acquire); // looks for any slot
}

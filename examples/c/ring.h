#include <stdatomic.h>
#include <stdbool.h>

// A ring for one producer and one consumer.
struct ring {
  atomic_uint head, tail;
  int slots[2];
};

static inline bool ring_push(struct ring *r, int value) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&r->head, memory_order_acquire) == 2) return false;
  r->slots[tail % 2] = value;
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return true;
}

static inline bool ring_pop(struct ring *r, int *value) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&r->tail, memory_order_acquire)) return false;
  *value = r->slots[head % 2];
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return true;
}

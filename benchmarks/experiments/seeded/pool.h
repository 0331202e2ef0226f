// Free buffers: a stack (Treiber, 1986) of numbers. The head has a count beside it, so that a buffer that was taken and given back
// in the meantime is noticed.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define POOL_BUFFERS 12
#define POOL_NONE 0xffffffffu

struct pool {
  _Atomic(uint64_t) head; // the count, and the number of the first buffer
  _Atomic(uint32_t) links[POOL_BUFFERS];
};

#ifdef SEED_POOL
#define POOL_PUBLISH memory_order_relaxed
#else
#define POOL_PUBLISH memory_order_release
#endif

static inline void pool_init(struct pool *pool) {
  for (uint32_t i = 0; i < POOL_BUFFERS; i++) atomic_init(&pool->links[i], i + 1 < POOL_BUFFERS ? i + 1 : POOL_NONE);
  atomic_init(&pool->head, 0);
}

static inline uint64_t pool_head(uint64_t old, uint32_t first) { return ((old >> 32) + 1) << 32 | first; }

static inline void pool_give(struct pool *pool, uint32_t buffer) {
  uint64_t head = atomic_load_explicit(&pool->head, memory_order_relaxed);
  do {
    atomic_store_explicit(&pool->links[buffer], (uint32_t)head, memory_order_relaxed); // links the buffer
  } while (!atomic_compare_exchange_weak_explicit(&pool->head, &head, pool_head(head, buffer), POOL_PUBLISH,
                                                  memory_order_relaxed));
}

static inline bool pool_take(struct pool *pool, uint32_t *buffer) {
  uint64_t head = atomic_load_explicit(&pool->head, memory_order_acquire);
  for (;;) {
    *buffer = (uint32_t)head;
    if (*buffer == POOL_NONE) return false;
    uint32_t next = atomic_load_explicit(&pool->links[*buffer], memory_order_relaxed); // follows the link
    if (atomic_compare_exchange_weak_explicit(&pool->head, &head, pool_head(head, next), memory_order_acq_rel,
                                              memory_order_acquire)) {
      return true;
    }
  }
}

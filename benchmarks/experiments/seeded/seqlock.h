// A sequence lock: a few words that one thread changes and others read as a whole, without making it wait.
#pragma once
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#define SEQLOCK_WORDS 4

struct seqlock {
  _Atomic(uint32_t) number;
  _Atomic(uint32_t) words[SEQLOCK_WORDS];
};

static inline void seqlock_init(struct seqlock *lock, const uint32_t *words) {
  atomic_init(&lock->number, 0);
  for (int i = 0; i < SEQLOCK_WORDS; i++) atomic_init(&lock->words[i], words[i]);
}

static inline void seqlock_write(struct seqlock *lock, const uint32_t *words) {
  uint32_t number = atomic_load_explicit(&lock->number, memory_order_relaxed);
  atomic_store_explicit(&lock->number, number + 1, memory_order_relaxed); // begins to write
#ifndef SEED_SEQLOCK
  atomic_thread_fence(memory_order_release);
#endif
  for (int i = 0; i < SEQLOCK_WORDS; i++) {
    atomic_store_explicit(&lock->words[i], words[i], memory_order_relaxed); // writes a word
  }
  atomic_store(&lock->number, number + 2); // ends to write
}

static inline void seqlock_read(struct seqlock *lock, uint32_t *words) {
  for (;;) {
    uint32_t number = atomic_load_explicit(&lock->number, memory_order_acquire);
    if (number % 2 != 0) {
      sched_yield();
      continue;
    }
    for (int i = 0; i < SEQLOCK_WORDS; i++) {
      words[i] = atomic_load_explicit(&lock->words[i], memory_order_relaxed); // reads a word
    }
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&lock->number, memory_order_relaxed) == number) return; // was it written?
  }
}

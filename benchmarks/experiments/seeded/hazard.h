// Hazard pointers (Michael, IEEE TPDS 2004): a reader announces its pointer, and a writer checks for readers before it frees.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST_READERS 8
#define MOST_RETIRED 8

struct hazards {
  _Atomic(void *) current;
  _Atomic(void *) pointers[MOST_READERS];
  // Only the writer's.
  void *retired[MOST_RETIRED];
  int retired_count;
  void (*release)(void *);
};

static inline void hazards_init(struct hazards *hazards, void *first, void (*release)(void *)) {
  atomic_init(&hazards->current, first);
  for (int i = 0; i < MOST_READERS; i++) atomic_init(&hazards->pointers[i], NULL);
  hazards->retired_count = 0;
  hazards->release = release;
}

static inline void *hazard_protect(struct hazards *hazards, int reader) {
  for (;;) {
    void *seen = atomic_load_explicit(&hazards->current, memory_order_relaxed);
    atomic_store_explicit(&hazards->pointers[reader], seen, memory_order_relaxed); // says: I read it
#ifndef SEED_HAZARD
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (atomic_load_explicit(&hazards->current, memory_order_acquire) == seen) return seen; // looks a second time
  }
}

static inline void hazard_clear(struct hazards *hazards, int reader) {
  atomic_store(&hazards->pointers[reader], NULL); // says: I have read it
}

static inline bool hazard_is_read(struct hazards *hazards, const void *object) {
  for (int i = 0; i < MOST_READERS; i++) {
    if (atomic_load_explicit(&hazards->pointers[i], memory_order_acquire) == object) return true; // looks for readers
  }
  return false;
}

// Frees objects without readers.
static inline void hazard_scan(struct hazards *hazards) {
  int kept = 0;
  for (int i = 0; i < hazards->retired_count; i++) {
    void *object = hazards->retired[i];
    if (hazard_is_read(hazards, object)) hazards->retired[kept++] = object;
    else hazards->release(object);
  }
  hazards->retired_count = kept;
}

// By one thread. False if too many old ones are still being read.
static inline bool hazard_replace(struct hazards *hazards, void *next) {
  if (hazards->retired_count == MOST_RETIRED) hazard_scan(hazards);
  if (hazards->retired_count == MOST_RETIRED) return false;
  void *old = atomic_exchange(&hazards->current, next); // replaces it
  hazards->retired[hazards->retired_count++] = old;
  hazard_scan(hazards);
  return true;
}

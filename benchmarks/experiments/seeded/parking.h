// Threads that sleep while there is nothing to do. A sleeper says so and looks once more; a thread that has made work looks for
// sleepers afterwards. One of the two sees the other.
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct parking {
  _Atomic(int) sleeping;
  pthread_mutex_t mutex;
  pthread_cond_t woken;
  bool has_notice;
};

static inline void parking_init(struct parking *parking) {
  atomic_init(&parking->sleeping, 0);
  pthread_mutex_init(&parking->mutex, NULL);
  pthread_cond_init(&parking->woken, NULL);
  parking->has_notice = false;
}

// Sleeps unless there is work.
static inline void park(struct parking *parking, bool (*has_work)(void *), void *argument) {
  atomic_store_explicit(&parking->sleeping, 1, memory_order_relaxed); // says: asleep
#ifndef SEED_PARKING
  atomic_thread_fence(memory_order_seq_cst);
#endif
  if (!has_work(argument)) {
    pthread_mutex_lock(&parking->mutex);
    while (!parking->has_notice) pthread_cond_wait(&parking->woken, &parking->mutex);
    parking->has_notice = false;
    pthread_mutex_unlock(&parking->mutex);
  }
  atomic_store(&parking->sleeping, 0); // says: awake
}

// Wakes the first of these threads that sleeps. To be called when the work is there.
static inline bool unpark(struct parking *const *parkings, int count) {
  atomic_thread_fence(memory_order_seq_cst);
  for (int i = 0; i < count; i++) {
    if (!atomic_load_explicit(&parkings[i]->sleeping, memory_order_relaxed)) continue; // looks for sleepers
    pthread_mutex_lock(&parkings[i]->mutex);
    parkings[i]->has_notice = true;
    pthread_cond_signal(&parkings[i]->woken);
    pthread_mutex_unlock(&parkings[i]->mutex);
    return true;
  }
  return false;
}

static inline void unpark_one(struct parking *parking) { unpark(&parking, 1); }

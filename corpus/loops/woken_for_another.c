/*
 * A thread sleeps until its lock is released. The signal that wakes it is also used for something else, so it may be
 * woken in vain: it looks at the lock and sleeps again. That round changed nothing, and executions with and without it
 * are explored as one. COUNTS: the thread counts its rounds, so executions with a round in vain are told apart.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held = 1;
static atomic_int wakes;
static int rounds;

static void *sleeps(void *unused) {
  (void)unused;
  while (atomic_load_explicit(&held, memory_order_relaxed) == 1) {
    int before = atomic_load_explicit(&wakes, memory_order_acquire);
    if (atomic_load_explicit(&held, memory_order_acquire) == 1)
      while (atomic_load_explicit(&wakes, memory_order_acquire) == before);
#ifdef COUNTS
    rounds++;
#endif
  }
  return NULL;
}

static void *wakes_others(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&wakes, 1, memory_order_release);
  return NULL;
}

static void *releases(void *unused) {
  (void)unused;
  atomic_store_explicit(&held, 0, memory_order_release);
  atomic_fetch_add_explicit(&wakes, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t sleeper, other, owner;
  pthread_create(&sleeper, NULL, sleeps, NULL);
  pthread_create(&other, NULL, wakes_others, NULL);
  pthread_create(&owner, NULL, releases, NULL);
  pthread_join(sleeper, NULL);
  pthread_join(other, NULL);
  pthread_join(owner, NULL);
  assert(rounds <= 3);
  return 0;
}

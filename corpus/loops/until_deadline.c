// Waits limited by the clock: the time is up at some iteration, however long the deadline.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#ifndef SECONDS
#define SECONDS 2
#endif

static atomic_int flag;

static void *setter(void *unused) {
  atomic_store(&flag, 1);
  return 0;
}

static void *waiter(void *unused) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    if (atomic_load(&flag)) return 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - start.tv_sec < SECONDS);
#ifdef GIVES_UP
  return 0;
#else
  assert(!"the flag is set in time");
#endif
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, setter, 0);
  pthread_create(&threads[1], 0, waiter, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}

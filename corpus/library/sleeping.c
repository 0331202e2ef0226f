/* Threads sleep, and main reads the clock. It is no earlier for who joins a thread than it was for that one, and no earlier for a thread than when it was started. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define MILLISECONDS 1000000LL

static atomic_int count, done;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 * MILLISECONDS + time.tv_nsec;
}

static void *sleeps(void *unused) {
  usleep(500000);
  return unused;
}

/* It has not slept itself, and what it starts sleeps later than main has read the clock. */
static void *delegates(void *unused) {
  pthread_t thread;
  pthread_create(&thread, 0, sleeps, unused);
  pthread_join(thread, 0);
  return unused;
}

static void *works(void *unused) {
  for (int i = 0; i < 3; i++) {
    usleep(1000);
    count++;
  }
  return unused;
}

static void *waits(void *unused) {
  while (!done) usleep(1000);
  return unused;
}

int main(void) {
  pthread_t first, second;
  long long start = now();
#if defined TWICE
  pthread_create(&first, 0, sleeps, 0);
  pthread_create(&second, 0, sleeps, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(now() - start >= 1000 * MILLISECONDS); /* they may sleep at the same time */
#elif defined LATE
  pthread_create(&first, 0, sleeps, 0);
  pthread_join(first, 0);
  assert(now() - start < 400 * MILLISECONDS);
#elif defined DELEGATES
  pthread_create(&first, 0, sleeps, 0);
  pthread_join(first, 0);
  start = now();
  pthread_create(&second, 0, delegates, 0);
  pthread_join(second, 0);
  assert(now() - start >= 500 * MILLISECONDS);
#elif defined WORKS
  pthread_create(&first, 0, works, 0);
  pthread_create(&second, 0, works, 0);
  now();
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(count == 6 && now() - start >= 3 * MILLISECONDS);
#elif defined WAITS
  pthread_create(&first, 0, waits, 0);
  now();
  done = 1;
  pthread_join(first, 0);
  assert(now() > start);
#elif defined FOREVER
  pthread_create(&first, 0, waits, 0);
  now();
  pthread_join(first, 0);
#else
  pthread_create(&first, 0, sleeps, 0);
  pthread_create(&second, 0, sleeps, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(now() - start >= 500 * MILLISECONDS);
#endif
  return 0;
}

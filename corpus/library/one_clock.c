/* All threads read one clock: what happens later reads a later time. Nothing else orders the times of two threads. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int told;
static long first, second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void *tells(void *unused) {
#ifdef TIMED
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 2;
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_timedwait(&cond, &mutex, &deadline);
  pthread_mutex_unlock(&mutex);
  assert(result == ETIMEDOUT);
  first = deadline.tv_sec * 1000000000L + deadline.tv_nsec;
#else
  for (int i = 0; i < 20; i++)
    first = now();
#endif
  atomic_store_explicit(&told, 1, memory_order_release);
  return unused;
}

static void *hears(void *unused) {
#ifdef UNORDERED
  atomic_load_explicit(&told, memory_order_relaxed);
  second = now();
#else
  if (atomic_load_explicit(&told, memory_order_acquire)) {
    second = now();
    assert(second >= first);
  }
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  long start = now();
  pthread_create(&a, NULL, tells, NULL);
  pthread_create(&b, NULL, hears, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first > start && now() > first);
#ifdef UNORDERED
  assert(second > first);
#endif
  return 0;
}

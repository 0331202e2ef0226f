/*
 * A deadline whose nanoseconds are a second or more, as of a program that adds to them and forgets the carry, is an error:
 * nothing waits until then. With GOOD it is in order.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t c11;
static sem_t semaphore;

static void *thread(void *unused) {
  struct timespec time = {1, 999999999};
#ifndef GOOD
  time.tv_nsec++;
#endif
  errno = 0;
#if defined(MUTEX)
  int error = pthread_mutex_timedlock(&mutex, &time);
#elif defined(FREE)
  int error = pthread_mutex_timedlock(&own, &time) == 0 ? EINVAL : 0;
#elif defined(CONDITION)
  pthread_mutex_lock(&own);
  int error = pthread_cond_timedwait(&condition, &own, &time);
  pthread_mutex_unlock(&own);
#elif defined(READ)
  int error = pthread_rwlock_timedrdlock(&rwlock, &time);
#elif defined(WRITE)
  int error = pthread_rwlock_timedwrlock(&rwlock, &time);
#elif defined(SEMAPHORE)
  int error = sem_timedwait(&semaphore, &time) == -1 ? errno : 0;
#elif defined(C11)
  int error = mtx_timedlock(&c11, &time) == thrd_error ? EINVAL : ETIMEDOUT;
#elif defined(SLEEP)
  int error = nanosleep(&time, NULL) == -1 ? errno : ETIMEDOUT;
#else
  int error = clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
  if (error == 0) error = ETIMEDOUT;
#endif
#ifdef GOOD
  assert(error == ETIMEDOUT);
#else
  assert(error == EINVAL);
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 0);
  mtx_init(&c11, mtx_timed);
  mtx_lock(&c11);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  return 0;
}

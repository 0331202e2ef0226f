// Attributes of a mutex do not disturb each other, and are as they were set. What is invalid changes nothing.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *use(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
#ifdef TRY
  assert(pthread_mutex_trylock(&m) != 0);
#else
  assert(pthread_mutex_trylock(&m) == 0);
#endif
  return NULL;
}

int main(void) {
  int value;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
#if defined SHARED
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
#elif defined PROTOCOL
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
  assert(pthread_mutexattr_getprotocol(&a, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
#elif defined CEILING
  pthread_mutexattr_setprioceiling(&a, 10);
  assert(pthread_mutexattr_getprioceiling(&a, &value) == 0 && value == 10);
#elif defined ROBUST
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED);
  assert(pthread_mutexattr_getrobust(&a, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
#elif defined INVALID
  assert(pthread_mutexattr_settype(&a, 77) == EINVAL);
#endif
  assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_t t;
  pthread_create(&t, NULL, use, NULL);
  pthread_join(t, NULL);
}

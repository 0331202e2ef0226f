/* An error-checking mutex says so when it is locked again or unlocked by another, and is not a deadlock. */
#include "../threads.h"
#include <errno.h>

static pthread_mutex_t mutex;

static void *locks(void *arg) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &kind);
  together(locks, locks);
  return 0;
}

/* An error-checking mutex reports a second lock by its owner and an unlock by a stranger. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *stranger(void *arg) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  assert(pthread_mutex_lock(&mutex) == 0);
  pthread_create(&t, NULL, stranger, NULL);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  pthread_join(t, NULL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return 0;
}

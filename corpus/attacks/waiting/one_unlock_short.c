/* A recursive mutex that was locked three times and unlocked twice stays taken. */
#include "../threads.h"

static pthread_mutex_t mutex;

static void *locks(void *arg) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&mutex);
#ifdef ENOUGH
  pthread_mutex_unlock(&mutex);
#endif
  for (int i = 0; i < 2; i++)
    pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &kind);
  together(locks, locks);
  return 0;
}

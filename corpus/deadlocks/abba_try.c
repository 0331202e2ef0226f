/* Opposite orders, but the second lock is only tried: a thread that does not get it lets go. */
#include <pthread.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER, b_lock = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  if (pthread_mutex_trylock(second) == 0)
    pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *one(void *arg) {
  both(&a_lock, &b_lock);
  return NULL;
}

static void *other(void *arg) {
  both(&b_lock, &a_lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

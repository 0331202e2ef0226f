/* Two locks taken in opposite orders. -DORDERED takes them in one order. */
#include <pthread.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER, b_lock = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *one(void *arg) {
  both(&a_lock, &b_lock);
  return NULL;
}

static void *other(void *arg) {
#ifdef ORDERED
  both(&a_lock, &b_lock);
#else
  both(&b_lock, &a_lock);
#endif
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

/* Two locks in opposite order with a try that gives up and begins again: a round that takes and gives back changes nothing. */
#include "../threads.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *works(void *arg) {
  pthread_mutex_t *first = arg ? &right : &left, *second = arg ? &left : &right;
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0)
      break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, works, &left);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

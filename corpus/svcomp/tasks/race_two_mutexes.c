/* Each thread has its own mutex. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *first(void *arg) {
  pthread_mutex_lock(&a);
  count++;
  pthread_mutex_unlock(&a);
  return 0;
}

static void *second(void *arg) {
  pthread_mutex_lock(&b);
  count++;
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t c, d;
  pthread_create(&c, 0, first, 0);
  pthread_create(&d, 0, second, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  return 0;
}

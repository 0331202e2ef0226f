/* Store buffering with a lock between the store and the load: locking drains the store buffer. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static volatile int x, y;
static int saw_x, saw_y;

static void *left(void *arg) {
  x = 1;
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  saw_y = y;
  return NULL;
}

static void *right(void *arg) {
  y = 1;
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  saw_x = x;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_x || saw_y);
  return 0;
}

/* A callback locks what its caller has locked. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void callback(void) {
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
}

static void with_lock(void (*function)(void)) {
  pthread_mutex_lock(&mutex);
  function();
  pthread_mutex_unlock(&mutex);
}

static void *work(void *arg) {
  with_lock(callback);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}

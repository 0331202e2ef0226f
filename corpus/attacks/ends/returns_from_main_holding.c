/* main returns with the mutex that its detached thread waits for. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, NULL, waits, NULL);
  pthread_detach(a);
  return 0;
}

/* A thread that ends by pthread_exit keeps the mutex it has: the other waits for ever. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void leave(void) { pthread_exit(NULL); }

static void *ends(void *arg) {
  pthread_mutex_lock(&mutex);
  leave();
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  together(ends, ends);
  return 0;
}

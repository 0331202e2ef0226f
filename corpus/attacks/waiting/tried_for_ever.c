/* trylock in a loop, of a mutex whose owner has ended: it waits for ever. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *arg) {
  pthread_mutex_lock(&mutex);
  return NULL;
}

static void *tries(void *arg) {
  while (pthread_mutex_trylock(&mutex) != 0)
    ;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  together(keeps, tries);
  return 0;
}

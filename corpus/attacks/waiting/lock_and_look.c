/* A poll under a mutex, locked and unlocked in each round, ends when the other thread has set the flag under it. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *sets(void *arg) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *polls(void *arg) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    int seen = ready;
    pthread_mutex_unlock(&mutex);
    if (seen)
      break;
  }
  return NULL;
}

int main(void) {
  together(sets, polls);
  return 0;
}

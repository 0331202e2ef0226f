/* A thread ends the program while main waits for another one that never ends: exit ends it all, so nothing is a deadlock. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex); /* main has it for ever */
  return NULL;
}

static void *ends(void *arg) { exit(0); }

int main(void) {
  pthread_mutex_lock(&mutex);
  together(waits, ends);
  return 0;
}

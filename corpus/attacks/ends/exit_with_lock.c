/* The thread that has the mutex ends the program; those that wait for it are gone with it. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *ends(void *arg) {
  pthread_mutex_lock(&mutex);
  exit(3);
}

int main(void) {
  together(ends, ends);
  return 0;
}

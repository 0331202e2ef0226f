/* exit(0) ends the program: no failure, also while another thread waits for ever. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *stuck(void *arg) {
  pthread_mutex_lock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&mutex);
  pthread_create(&t, NULL, stuck, NULL);
  exit(0);
}

/* Wrong: a thread unlocks what another one has locked. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *unlocks(void *arg) {
  pthread_mutex_unlock(&mutex); /* held by main */
  return NULL;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_t a;
  pthread_create(&a, NULL, unlocks, NULL);
  pthread_join(a, NULL);
  return 0;
}

/* Wrong: the flag is set and signalled without the mutex, so the signal can fall between the test and the wait. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready))
    pthread_cond_wait(&cond, &mutex); /* sleeps for ever */
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *signals(void *arg) {
  atomic_store(&ready, 1);
  pthread_cond_signal(&cond);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, signals, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

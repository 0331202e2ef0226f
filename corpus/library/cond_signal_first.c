/* Wrong: no predicate at all. A signal before the wait is lost. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&cond, &mutex); /* sleeps for ever */
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *signals(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
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

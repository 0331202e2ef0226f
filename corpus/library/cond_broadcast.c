/* pthread_cond_broadcast wakes all who wait; -DSIGNAL wakes only one of the two. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *wakes(void *arg) {
  pthread_mutex_lock(&mutex);
  ready = 1;
#ifdef SIGNAL
  pthread_cond_signal(&cond);
#else
  pthread_cond_broadcast(&cond);
#endif
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_create(&c, NULL, wakes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

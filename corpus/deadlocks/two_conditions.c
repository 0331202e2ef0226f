/* Producers and consumers share one condition variable, and a signal can wake the wrong one: -DBROADCAST. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int filled;

static void transfer(int from) {
  pthread_mutex_lock(&mutex);
  while (filled != from)
    pthread_cond_wait(&cond, &mutex);
  filled = 1 - from;
#ifdef BROADCAST
  pthread_cond_broadcast(&cond);
#else
  pthread_cond_signal(&cond);
#endif
  pthread_mutex_unlock(&mutex);
}

static void *produce(void *arg) {
  transfer(0);
  return NULL;
}

static void *consume(void *arg) {
  transfer(1);
  return NULL;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, produce, NULL);
  pthread_create(&c, NULL, consume, NULL);
  pthread_create(&d, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}

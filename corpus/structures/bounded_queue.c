/* A bounded queue with a mutex and two condition variables: producer and consumer both have to wait at times. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int cell, filled;

static void *produce(void *arg) {
  for (int n = 1; n <= 2; n++) {
    pthread_mutex_lock(&mutex);
    while (filled)
      pthread_cond_wait(&not_full, &mutex);
    cell = n;
    filled = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void *consume(void *arg) {
  for (int n = 1; n <= 2; n++) {
    pthread_mutex_lock(&mutex);
    while (!filled)
      pthread_cond_wait(&not_empty, &mutex);
    assert(cell == n);
    filled = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

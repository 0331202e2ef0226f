/* Wrong: the predicate is not tested again after the wait, and another consumer may have been faster. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
#ifdef WHILE
  while (items == 0)
#else
  if (items == 0)
#endif
    pthread_cond_wait(&cond, &mutex);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *produce(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_create(&c, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

/* Woken by a broadcast, a consumer does not look whether another was faster. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
  pthread_mutex_lock(&mutex);
  if (items == 0)
    pthread_cond_wait(&filled, &mutex);
  items--;
  __VERIFIER_assert(items >= 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void put(void) {
  pthread_mutex_lock(&mutex);
  items++;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, consumer, 0);
  put();
  put();
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(items == 0);
  return 0;
}

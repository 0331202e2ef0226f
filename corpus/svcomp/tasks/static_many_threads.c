/* 10,000 threads and one lock. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int by) {
  pthread_mutex_lock(&mutex);
  sum += by;
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg) {
  add(3);
  return 0;
}

int main(void) {
  pthread_t threads[10000];
  for (int i = 0; i < 10000; i++)
    pthread_create(&threads[i], 0, worker, 0);
  add(1);
  return 0;
}

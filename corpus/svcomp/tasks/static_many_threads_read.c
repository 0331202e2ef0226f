/* Some threads and one lock, which the last access does not hold. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  sum += 3;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  return sum;
}

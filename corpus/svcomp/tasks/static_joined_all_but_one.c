/* Three workers. Main joins all but the last one before it reads the sum without the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  sum++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t workers[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&workers[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], 0);
  return sum;
}

/* Any number of workers, all of which main joins before it reads the sum without the lock. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *arg) {
  int more = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  sum += more;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 1000)
    return 0;
  pthread_t *workers = malloc(sizeof(pthread_t) * count);
  for (int i = 0; i < count; i++)
    pthread_create(&workers[i], 0, work, 0);
  for (int i = 0; i < count; i++)
    pthread_join(workers[i], 0);
  free(workers);
  return sum;
}

/* Two timed waits and one broadcast: woken or not, all end, and no thread keeps the mutex. */
#include "../threads.h"
#include <errno.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waits(void *arg) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  pthread_mutex_lock(&mutex);
  int result = ready ? 0 : pthread_cond_timedwait(&changed, &mutex, &end);
  assert(ready || result == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* No thread signals: a timed wait still ends, so no thread waits forever. */
#include "../threads.h"
#include <errno.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waits(void *arg) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_timedwait(&changed, &mutex, &end);
  assert(result == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  together(waits, waits);
  return 0;
}

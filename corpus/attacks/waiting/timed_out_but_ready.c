/* A timed wait that timed out may find its condition true all the same. */
#include "../threads.h"
#include <errno.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sets(void *arg) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *waits(void *arg) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  int result = 0;
  while (!ready && result != ETIMEDOUT)
    result = pthread_cond_timedwait(&changed, &mutex, &end);
  int timed_out = result == ETIMEDOUT, there = ready;
  pthread_mutex_unlock(&mutex);
  assert(!(timed_out && there)); /* fails */
  return NULL;
}

int main(void) {
  together(sets, waits);
  return 0;
}

/* pthread_cond_wait without the mutex is misuse. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waits(void *arg) {
  pthread_cond_wait(&changed, &mutex); /* fails */
  return NULL;
}

static void *wakes(void *arg) {
  pthread_cond_signal(&changed);
  return NULL;
}

int main(void) {
  together(waits, wakes);
  return 0;
}

/* The same futex, woken without the mutex: the wake-up falls between look and wait. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static atomic_int word;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  if (atomic_load(&word) == 0)
    pthread_cond_wait(&woken, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *wakes(void *arg) {
  atomic_store(&word, 1);
  pthread_cond_broadcast(&woken);
  return NULL;
}

int main(void) {
  together(waits, wakes);
  return 0;
}

/* Two wait for the same condition, and one signal wakes only one of them; two signals wake both. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!open)
    pthread_cond_wait(&opened, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  open = 1;
  pthread_cond_signal(&opened);
#ifdef TWICE
  pthread_cond_signal(&opened);
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

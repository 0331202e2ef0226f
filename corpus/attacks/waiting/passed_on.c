/* One signal, and who wakes up signals the next: a chain that wakes all three. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;

static void *waits(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!open)
    pthread_cond_wait(&opened, &mutex);
  pthread_cond_signal(&opened);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *opens(void *arg) {
  pthread_mutex_lock(&mutex);
  open = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&opened);
  return NULL;
}

int main(void) {
  pthread_t c;
  pthread_create(&c, NULL, waits, NULL);
  together(waits, opens);
  pthread_join(c, NULL);
  return 0;
}

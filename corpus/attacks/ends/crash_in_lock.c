/* A division by zero while the mutex is held: those that want it do not deadlock, the program is dead. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int zero;

static void *divides(void *arg) {
  pthread_mutex_lock(&mutex);
  int quotient = 7 / zero; /* fails */
  pthread_mutex_unlock(&mutex);
  return (void *)(intptr_t)quotient;
}

static void *locks(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  together(divides, locks);
  return 0;
}

/* abort by one thread; the barrier it never comes to keeps no thread waiting. */
#include "../threads.h"

static pthread_barrier_t barrier;

static void *aborts(void *arg) {
  abort(); /* fails */
}

static void *waits(void *arg) {
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  together(aborts, waits);
  return 0;
}

/* A barrier for two and three threads: one is left over. */
#include "../threads.h"

static pthread_barrier_t barrier;

static void *comes(void *arg) {
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t c;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&c, NULL, comes, NULL);
  together(comes, comes);
  pthread_join(c, NULL);
  return 0;
}

/* A thread that main neither joins nor detaches waits for ever. */
#include "../threads.h"

static atomic_int flag;

static void *waits(void *arg) {
  while (!atomic_load(&flag))
    ;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waits, NULL);
  return 0;
}

/* A thread waits for a flag of its own, that no other thread knows. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *nothing(void *arg) {
  return NULL;
}

int main(void) {
  atomic_int *mine = calloc(1, sizeof *mine);
  pthread_t t;
  pthread_create(&t, NULL, nothing, NULL);
  while (!atomic_load(mine))
    ;
  pthread_join(t, NULL);
  return 0;
}

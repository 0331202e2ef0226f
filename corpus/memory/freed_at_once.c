// Two threads free the same memory, perhaps at once. That one of them then waits for ever is no failure of its own.
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static volatile int never;

static void *freeing(void *unused) {
  free(shared);
  return 0;
}

static void *waiting(void *unused) {
  free(shared);
  while (never == 0) {
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  pthread_create(&a, 0, freeing, 0);
  pthread_create(&b, 0, waiting, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

/* Main frees an object before it starts a thread that uses it. */
#include <pthread.h>
#include <stdlib.h>

static int *cell;

static void *work(void *arg) {
#if USE == 0
  return (void *)(long)*cell;
#elif USE == 1
  *cell = 1;
#elif USE == 2
  free(cell);
#elif USE == 3
  cell = realloc(cell, 8);
#endif
  return NULL;
}

int main(void) {
  cell = malloc(sizeof *cell);
  free(cell);
#ifdef AGAIN
  cell = malloc(sizeof *cell);
#endif
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}

/* A thread uses what it has freed itself. */
#include <pthread.h>
#include <stdlib.h>

static int *cell;

static void *work(void *arg) {
  free(cell);
  *cell = 1; /* freed above */
  return NULL;
}

int main(void) {
  cell = malloc(sizeof *cell);
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}

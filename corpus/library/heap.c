/* malloc, calloc, realloc and free, in two threads that share nothing: one trace. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  int *cells = calloc(2, sizeof *cells);
  assert(cells[0] == 0 && cells[1] == 0);
  cells[1] = 5;
  cells = realloc(cells, 4 * sizeof *cells);
  assert(cells[1] == 5);
  free(cells);
  char *bytes = malloc(3);
  bytes[2] = 'x';
  free(bytes);
  free(NULL);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

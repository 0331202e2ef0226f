/* A read one past the end of a block of the heap. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  int *cells = calloc(4, sizeof *cells);
  int sum = 0;
  for (int i = 0; i <= 4; i++)
    sum += cells[i]; /* cells[4] */
  free(cells);
  return (void *)(long)sum;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}

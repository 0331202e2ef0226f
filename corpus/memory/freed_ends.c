/* Memory is written after it was freed; however the threads and the program end, that is a mistake. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *cell;
static atomic_int started, finished;

static void *writes(void *arg) {
  atomic_store(&started, 1);
#ifndef SAFE
  *cell = 5;
#endif
#if END == 4
  exit(0);
#endif
  return NULL;
}

static void *frees(void *arg) {
  free(cell);
#if END == 0
  exit(0);
#elif END == 1
  pthread_exit(NULL);
#elif END == 4
  while (!atomic_load(&finished)) {
  }
#elif END == 5
  quick_exit(0);
#endif
  return NULL;
}

int main(void) {
  cell = malloc(sizeof *cell);
  *cell = 1;
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
#if END == 2
  free(cell);
  exit(0);
#elif END == 3
  pthread_detach(a);
  while (!atomic_load(&started)) {
  }
  free(cell);
  return 0;
#elif END == 6
  free(cell);
  pthread_exit(NULL);
#elif END == 7
  pthread_create(&b, NULL, frees, NULL);
  pthread_detach(a);
  pthread_detach(b);
  return 0;
#else
  pthread_create(&b, NULL, frees, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
#endif
}

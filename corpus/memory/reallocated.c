/* What realloc returns holds what was there; what it was given is gone. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *cells;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *grows(void *arg) {
  pthread_mutex_lock(&mutex);
  cells = realloc(cells, 4 * sizeof *cells);
#ifdef BEYOND
  cells[4] = 4;
#endif
  cells[3] = 4;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *reads(void *arg) {
#ifdef BEYOND
#elif defined STALE
  int *old = cells; /* without the mutex */
  assert(old[0] == 1);
#else
  pthread_mutex_lock(&mutex);
  assert(cells[0] == 1 && cells[1] == 2);
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

int main(void) {
  cells = realloc(NULL, 2 * sizeof *cells);
  cells[0] = 1;
  cells[1] = 2;
  pthread_t a, b;
  pthread_create(&a, NULL, grows, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[0] == 1 && cells[3] == 4);
  free(cells);
  free(NULL);
  return 0;
}

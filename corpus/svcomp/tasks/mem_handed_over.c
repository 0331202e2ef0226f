/* Freed once, by the one who uses it last. */
#include <pthread.h>

#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *p;

static void *first(void *arg) {
  int *mine = malloc(sizeof *mine);
  *mine = 1;
  pthread_mutex_lock(&mutex);
  p = mine;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *second(void *arg) {
  pthread_mutex_lock(&mutex);
  int *mine = p;
  p = 0;
  pthread_mutex_unlock(&mutex);
  if (mine)
    *mine = 2;
  free(mine);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(p);
  return 0;
}

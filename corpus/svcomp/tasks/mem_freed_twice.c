/* Both free it. */
#include <pthread.h>

#include <stdlib.h>

static int *p;

static void *first(void *arg) {
  free(p);
  return 0;
}

static void *second(void *arg) {
  free(p);
  return 0;
}

int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

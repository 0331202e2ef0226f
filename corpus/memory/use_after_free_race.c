/* One thread frees what another may still use. -DJOIN waits for the user first. */
#include <pthread.h>
#include <stdlib.h>

static int *cell;

static void *uses(void *arg) {
  *cell = 1; /* may be freed */
  return NULL;
}

static void *frees(void *arg) {
#ifdef JOIN
  pthread_join(*(pthread_t *)arg, NULL);
#endif
  free(cell);
  return NULL;
}

int main(void) {
  pthread_t user, freer;
  cell = malloc(sizeof *cell);
  pthread_create(&user, NULL, uses, NULL);
  pthread_create(&freer, NULL, frees, &user);
#ifndef JOIN
  pthread_join(user, NULL);
#endif
  pthread_join(freer, NULL);
  return 0;
}

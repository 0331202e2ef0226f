/* A detached thread frees what main still writes to before it returns. */
#include "../threads.h"

static short *object;

static void *frees(void *arg) {
  free(object);
  return NULL;
}

int main(void) {
  pthread_t a;
  object = malloc(2 * sizeof *object);
  pthread_create(&a, NULL, frees, NULL);
  pthread_detach(a);
  object[1] = 3;
  return 0;
}

/* main frees what a detached thread without end writes to, and returns. */
#include "../threads.h"

static char *object;

static void *writes(void *arg) {
  object[2] = 1;
  for (;;)
    if (((volatile char *)arg)[0])
      object[2] = 2;
}

int main(void) {
  static char never;
  pthread_t a;
  object = malloc(3);
  pthread_create(&a, NULL, writes, &never);
  pthread_detach(a);
  free(object);
  return 0;
}

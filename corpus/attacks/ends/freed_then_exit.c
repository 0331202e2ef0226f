/* One thread frees, the other writes and ends the program at once: the write can be the later one. */
#include "../threads.h"

static long *object;

static void *frees(void *arg) {
  free(object);
  return NULL;
}

static void *writes(void *arg) {
  object[1] = 2;
  exit(0);
}

int main(void) {
  object = malloc(2 * sizeof *object);
  together(frees, writes);
  return 0;
}

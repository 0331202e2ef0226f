/* realloc keeps what was there, for NULL is malloc, and the new bytes can be used. */
#include "../threads.h"

static void *grows(void *arg) {
  short *list = realloc(NULL, 2 * sizeof *list);
  list[0] = -3;
  list[1] = 4;
  list = realloc(list, 6 * sizeof *list);
  list[5] = 9;
  assert(list[0] == -3 && list[1] == 4);
  list = realloc(list, sizeof *list);
  assert(list[0] == -3);
  free(list);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(grows, other);
  return 0;
}

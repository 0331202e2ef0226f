/* Objects made by one line in a loop: the second is freed, the third used, then the second: only that is wrong. */
#include "../threads.h"

static long *made[3];

static void *frees(void *arg) {
  free(made[1]);
  *made[2] = 2;
  return NULL;
}

static void *other(void *arg) {
  *made[0] = 1;
  return NULL;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    made[i] = calloc(1, sizeof(long));
  together(frees, other);
  assert(*made[0] == 1 && *made[2] == 2);
  return (int)*made[1]; /* fails */
}

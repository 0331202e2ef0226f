/* The address one behind an object may be made and compared, and a loop down to the first element stops there. */
#include "../threads.h"

static int *array;

static void *sums(void *arg) {
  int sum = 0;
  for (int *at = array; at != array + 4; at++)
    sum += *at;
  for (int *at = array + 4; at-- != array;)
    sum -= *at;
  assert(sum == 0);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  array = malloc(4 * sizeof *array);
  for (int i = 0; i < 4; i++)
    array[i] = i * i;
  together(sums, other);
  free(array);
  return 0;
}

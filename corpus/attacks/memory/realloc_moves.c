/* One thread lets the array grow, the other still has the old address. */
#include "../threads.h"

static int *_Atomic array;

static void *grows(void *arg) {
  atomic_store(&array, realloc(atomic_load(&array), 400));
  return NULL;
}

static void *writes(void *arg) {
  int *mine = atomic_load(&array);
  mine[0] = 5;
  return NULL;
}

int main(void) {
  atomic_store(&array, malloc(4));
  together(grows, writes);
  return 0;
}

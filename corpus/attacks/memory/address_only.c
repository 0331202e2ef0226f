/* The other thread compares the address and never touches what is there: the object stays private, and nothing is invalid. */
#include "../threads.h"

static int *_Atomic offered;

static void *makes(void *arg) {
  int *object = malloc(sizeof *object);
  *object = 0;
  atomic_store(&offered, object);
  for (int i = 0; i < 100; i++)
    ++*object;
  assert(*object == 100);
  free(object);
  return NULL;
}

static void *compares(void *arg) {
  int *object = atomic_load(&offered);
  assert(object == NULL || object != (int *)&offered);
  return NULL;
}

int main(void) {
  together(makes, compares);
  return 0;
}

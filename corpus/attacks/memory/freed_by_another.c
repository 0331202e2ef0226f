/* The other thread never looks at the object, but frees it. */
#include "../threads.h"

static void *_Atomic offered;

static void *makes(void *arg) {
  char *object = malloc(3);
  object[0] = 1;
  atomic_store(&offered, object);
  object[1] = 2;
  return NULL;
}

static void *frees(void *arg) {
  free(atomic_exchange(&offered, NULL));
  return NULL;
}

int main(void) {
  together(makes, frees);
  return 0;
}

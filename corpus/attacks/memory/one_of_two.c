/* Of two objects of one line one is shared and one is not; what happens to the shared one does not hide what is private. */
#include "../threads.h"

static atomic_int *_Atomic offered;

static void *makes(void *arg) {
  atomic_int *object[2];
  for (int i = 0; i < 2; i++) {
    object[i] = malloc(sizeof(atomic_int));
    atomic_init(object[i], i);
  }
  atomic_store(&offered, object[1]);
  assert(atomic_fetch_add(object[0], 1) == 0);
  assert(atomic_load(object[1]) == 1); /* fails */
  return NULL;
}

static void *adds(void *arg) {
  atomic_int *object = atomic_load(&offered);
  if (object)
    atomic_fetch_add(object, 1);
  return NULL;
}

int main(void) {
  together(makes, adds);
  return 0;
}

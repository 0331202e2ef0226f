/* More memory than there are addresses: the execution is cut off. */
#include "../threads.h"

static atomic_int taken;

static void *takes(void *arg) {
  if (atomic_load(&taken) == 0) return NULL;
  char *first = malloc(500u << 20), *second = malloc(500u << 20);
  free(first);
  free(second);
  return NULL;
}

static void *other(void *arg) {
  atomic_store(&taken, 1);
#ifdef FAILS
  assert(atomic_load(&taken) == 0);
#endif
  return NULL;
}

int main(void) {
  together(takes, other);
  return 0;
}

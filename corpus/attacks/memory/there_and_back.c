/* An address goes four gibibytes up and comes back; a distance of 2 ** 33 is no distance of 0. */
#include "../threads.h"

static char *object;
static volatile int64_t far = INT64_C(1) << 32;

static void *walks(void *arg) {
  uintptr_t address = (uintptr_t)object + (uintptr_t)far;
  assert((char *)address != object);
  assert((int64_t)(address - (uintptr_t)object) == far);
  char *back = (char *)(address - (uintptr_t)far);
  *back = 5;
  assert(object[0] == 5);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  object = malloc(8);
  together(walks, other);
  return 0;
}

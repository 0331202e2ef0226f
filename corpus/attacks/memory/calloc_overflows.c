/* A product that does not fit: calloc gives no memory, rather than a few bytes. */
#include "../threads.h"

static volatile size_t count = SIZE_MAX / 4 + 2;

static void *allocates(void *arg) {
  int *cells = calloc(count, 4);
  if (cells)
    cells[1] = 1;
  assert(cells == NULL);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(allocates, other);
  return 0;
}

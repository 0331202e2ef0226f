/* The first and the last element of 256 MiB, and a heap object beside it, are three different things. */
#include "../threads.h"

static int table[64 << 20];
static volatile size_t last = (64 << 20) - 1;

static void *writes(void *arg) {
  int *own = malloc(sizeof *own);
  *own = 3;
  table[0] = 1;
  table[last] = 2;
  assert(*own == 3);
  free(own);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(writes, other);
  assert(table[0] == 1 && table[last] == 2 && table[last / 2] == 0);
  return 0;
}

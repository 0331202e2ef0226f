/* A read-modify-write behind the end of a heap array. */
#include "../threads.h"

static atomic_int *counts;
static volatile int at = 2;

static void *adds(void *arg) {
  atomic_fetch_add(&counts[at], 1); /* fails */
  return NULL;
}

static void *other(void *arg) {
  atomic_fetch_add(&counts[1], 1);
  return NULL;
}

int main(void) {
  counts = calloc(2, sizeof *counts);
  together(adds, other);
  return 0;
}

/* A pointer into the middle of an object outlives it. */
#include "../threads.h"

struct Pair {
  long first;
  atomic_int second;
};

static struct Pair *pair;
static atomic_int *_Atomic middle;

static void *frees(void *arg) {
  free(pair);
  return NULL;
}

static void *adds(void *arg) {
  atomic_fetch_add(atomic_load(&middle), 1);
  return NULL;
}

int main(void) {
  pair = calloc(1, sizeof *pair);
  atomic_store(&middle, &pair->second);
  together(frees, adds);
  return 0;
}

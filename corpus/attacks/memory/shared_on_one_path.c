/* A thread's private counter is touched by the other only if that is early enough to be asked: only there can it go wrong. */
#include "../threads.h"

static int *_Atomic offered;
static atomic_int asked;

static void *counts(void *arg) {
  int *count = malloc(sizeof *count);
  *count = 1;
  if (atomic_load(&asked))
    atomic_store(&offered, count);
  *count += 1;
  int end = *count;
  assert(end == 2); /* fails */
  return NULL;
}

static void *disturbs(void *arg) {
  atomic_store(&asked, 1);
  int *count = atomic_load(&offered);
  if (count)
    *count = 10;
  return NULL;
}

int main(void) {
  together(counts, disturbs);
  return 0;
}

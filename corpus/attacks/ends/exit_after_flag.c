/* One thread sets a flag and ends the program; another may still fail between the two. */
#include "../threads.h"

static atomic_int flag;

static void *ends(void *arg) {
  atomic_store(&flag, 1);
  exit(0);
}

static void *looks(void *arg) {
  assert(!atomic_load(&flag)); /* fails */
  return NULL;
}

int main(void) {
  together(ends, looks);
  return 0;
}

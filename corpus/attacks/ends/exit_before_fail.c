/* The flag that lets the other thread fail is set after exit, that is never. */
#include "../threads.h"

static atomic_int flag;

static void *ends(void *arg) {
  exit(0);
  atomic_store(&flag, 1);
  return NULL;
}

static void *fails(void *arg) {
  while (!atomic_load(&flag))
    ;
  assert(0);
  return NULL;
}

int main(void) {
  together(ends, fails);
  return 0;
}

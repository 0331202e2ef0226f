/* A thread is cut by an assumption and another waits for it: that is cut, too, no deadlock. */
#include "../threads.h"

void __VERIFIER_assume(int condition);

static atomic_int flag;

static void *cut(void *arg) {
  __VERIFIER_assume(arg != NULL);
  atomic_store(&flag, 1);
  return NULL;
}

static void *waits(void *arg) {
  while (!atomic_load(&flag))
    ;
  return NULL;
}

int main(void) {
  together(cut, waits);
  return 0;
}

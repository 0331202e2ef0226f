/* Who comes second to pthread_once finds all done; with a flag that is set too early he does not. */
#include "../threads.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int begun;
static int made;

static void make(void) { made = 1; }

static void *uses(void *arg) {
#ifdef FLAG
  if (!atomic_exchange(&begun, 1))
    make();
#else
  pthread_once(&once, make);
#endif
  assert(made == 1); /* fails */
  return NULL;
}

int main(void) {
  together(uses, uses);
  return 0;
}

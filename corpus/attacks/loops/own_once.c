/* pthread_once on a local: the second round finds it done, and no thread waits. */
#include "../threads.h"

static volatile int flag;
static _Thread_local int calls;

static void counts(void) { calls++; }

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  pthread_once_t own = PTHREAD_ONCE_INIT;
  for (int i = 0; i < 3 && !flag; i++)
    pthread_once(&own, counts);
  assert(calls == 1);
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

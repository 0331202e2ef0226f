/* A local variable without a value may have any. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int ready;

static void *worker(void *arg) {
  int given;
  if (ready)
    given = 0;
  __VERIFIER_assert(given == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  ready = 1;
  pthread_join(thread, 0);
  return 0;
}

/* Main never stops to start threads. Three of them suffice for the error. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static _Atomic int arrived;

static void *worker(void *arg) {
  int before = arrived;
  arrived = before + 1;
  __VERIFIER_assert(before < 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, worker, 0);
}

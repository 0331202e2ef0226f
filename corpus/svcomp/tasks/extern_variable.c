/* A variable that nobody defines may have any value. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
extern int number;
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static void *worker(void *arg) {
  __VERIFIER_assert(number != 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}

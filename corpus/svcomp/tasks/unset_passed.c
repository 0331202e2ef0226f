/* A thread gets the address of a variable that was never set. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static void *worker(void *arg) {
  __VERIFIER_assert(*(int *)arg != 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  int number;
  pthread_create(&thread, 0, worker, &number);
  pthread_join(thread, 0);
  return 0;
}

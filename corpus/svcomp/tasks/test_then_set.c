/* The same in a function whose name does not make it atomic. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern void __VERIFIER_assume(int);

static int held, inside;

static void acquire(void) {
  __VERIFIER_assume(held == 0);
  held = 1;
}

static void *worker(void *arg) {
  acquire();
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  held = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}

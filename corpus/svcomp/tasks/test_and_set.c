/* A lock taken in an atomic function that assumes it is free. */
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

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(held == 0);
  held = 1;
}

static void __VERIFIER_atomic_release(void) {
  held = 0;
}

static void *worker(void *arg) {
  __VERIFIER_atomic_acquire();
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  __VERIFIER_atomic_release();
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

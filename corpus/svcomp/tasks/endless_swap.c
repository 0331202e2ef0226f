/* Any number of threads put a seed in place of another one by a compare-and-swap; no seed is 0. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern int __VERIFIER_nondet_int(void);

static volatile int seed;

static int __VERIFIER_atomic_swap(int from, int to) {
  if (seed != from) return 0;
  seed = to;
  return 1;
}

static void *draws(void *arg) {
  for (;;) {
    int old = seed, next = __VERIFIER_nondet_int();
    if (next == 0 || !__VERIFIER_atomic_swap(old, next)) continue;
    __VERIFIER_assert(seed != 0);
  }
}

int main(void) {
  pthread_t t;
  for (;;) pthread_create(&t, 0, draws, 0);
}

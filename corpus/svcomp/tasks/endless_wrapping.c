/* As endless_growing, but the counter starts again from 0. */
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

static volatile unsigned count, lock;

void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(lock == 0);
  lock = 1;
}

void __VERIFIER_atomic_give(void) {
  lock = 0;
}

static void *counts(void *arg) {
  __VERIFIER_atomic_take();
  unsigned before = count;
  count = before < 2 ? before + 1 : 0;
  __VERIFIER_atomic_give();
  __VERIFIER_assert(count >= before);
  return 0;
}

int main(void) {
  pthread_t t;
  for (;;) pthread_create(&t, 0, counts, 0);
}

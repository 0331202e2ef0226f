/* A store buffer of one entry for each thread, written by hand. Both may still wait. What a buffer keeps is decided by a coin. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int x, y;
static _Bool xWaits, yWaits, coin;
static int seenX, seenY;

static void mayFlush(void) {
  __VERIFIER_atomic_begin();
  coin = __VERIFIER_nondet_bool();
  if (xWaits && coin) {
    x = 1;
    xWaits = 0;
  }
  coin = __VERIFIER_nondet_bool();
  if (yWaits && coin) {
    y = 1;
    yWaits = 0;
  }
  __VERIFIER_atomic_end();
}

static void *first(void *arg) {
  __VERIFIER_atomic_begin();
  xWaits = 1;
  __VERIFIER_atomic_end();
  mayFlush();
  __VERIFIER_atomic_begin();
  seenY = y;
  __VERIFIER_atomic_end();
  mayFlush();
  return 0;
}

static void *second(void *arg) {
  __VERIFIER_atomic_begin();
  yWaits = 1;
  __VERIFIER_atomic_end();
  mayFlush();
  __VERIFIER_atomic_begin();
  seenX = x;
  __VERIFIER_atomic_end();
  mayFlush();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(seenX == 1 || seenY == 1);
  return 0;
}

/* As programs of the competition assume: by a function that aborts. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern short __VERIFIER_nondet_short(void);

static void assume_abort_if_not(int holds) {
  if (!holds)
    abort();
}

static int x, n;

static void *first(void *arg) {
  x = x + n;
  return 0;
}

static void *second(void *arg) {
  x = x + n;
  return 0;
}

int main(void) {
  pthread_t a, b;
  short given = __VERIFIER_nondet_short();
  assume_abort_if_not(given >= -3);
  assume_abort_if_not(given <= 3);
  n = given;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(x == n || x == 2 * n);
  return 0;
}

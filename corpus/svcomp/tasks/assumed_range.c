/* The assumption leaves five values. */
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
extern void __VERIFIER_assume(int);

static int n, sum;

static void *worker(void *arg) {
  sum = sum + n;
  return 0;
}

int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 5);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  __VERIFIER_assert(sum < 5);
  return 0;
}

/* Another thread changes the value before it is assumed to be small: large values do get past. */
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

static int n;

static void *first(void *arg) {
  n = __VERIFIER_nondet_int();
  int seen = n;
  __VERIFIER_assume(seen >= 0 && seen < 3);
  return 0;
}

static void *second(void *arg) {
  int large = n;
  if (large - 1 == 6)
    reach_error();
  n = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

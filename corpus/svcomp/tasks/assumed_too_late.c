/* The assumption comes after the error. */
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

static int x;

static void *first(void *arg) {
  x = 1;
  return 0;
}

static void *second(void *arg) {
  int n = __VERIFIER_nondet_int();
  if (n == 99 && x == 1)
    reach_error();
  __VERIFIER_assume(n >= 0 && n < 3);
  x = n;
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

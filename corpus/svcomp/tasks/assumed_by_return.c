/* Values out of range end the program before there are threads. */
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
  int given = __VERIFIER_nondet_int();
  if (given < 1 || given > 4)
    return 0;
  n = given;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(x == 2 * n);
  return 0;
}

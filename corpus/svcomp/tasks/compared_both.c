/* Two open values are compared with one another: not decided by classes. */
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

static int x, y;

static void *first(void *arg) {
  x = __VERIFIER_nondet_int();
  return 0;
}

static void *second(void *arg) {
  y = __VERIFIER_nondet_int();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(x <= y || x > y);
  return 0;
}

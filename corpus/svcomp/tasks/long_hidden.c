/* One of 2^64 values. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern long __VERIFIER_nondet_long(void);

static long x;

static void *first(void *arg) {
  x = __VERIFIER_nondet_long();
  return 0;
}

static void *second(void *arg) {
  x = 5;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert((x ^ 0x5a5a5a5a5a5a5a5al) != 0);
  return 0;
}

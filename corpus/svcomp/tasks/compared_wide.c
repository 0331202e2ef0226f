/* A comparison after a conversion: no short is that large. */
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

static int x;

static void *first(void *arg) {
  x = 1;
  return 0;
}

static void *second(void *arg) {
  short n = __VERIFIER_nondet_short();
  long wide = n;
  if (wide > 40000 && x)
    reach_error();
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

/* Whatever is chosen, the sum is that of the choices. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern _Bool __VERIFIER_nondet_bool(void);

static int x, y;

static void *first(void *arg) {
  x = __VERIFIER_nondet_bool();
  return 0;
}

static void *second(void *arg) {
  y = __VERIFIER_nondet_bool();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(x + y <= 2);
  return 0;
}

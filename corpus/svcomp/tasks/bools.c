/* Two open truth values and an interleaving are needed. */
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

static int x;

static void *first(void *arg) {
  if (__VERIFIER_nondet_bool())
    x = 1;
  return 0;
}

static void *second(void *arg) {
  if (__VERIFIER_nondet_bool() && x == 1)
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

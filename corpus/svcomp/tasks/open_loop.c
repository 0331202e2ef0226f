/* Any number of rounds: three are enough for the error. */
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

static int count;

static void *first(void *arg) {
  while (__VERIFIER_nondet_int())
    count++;
  return 0;
}

static void *second(void *arg) {
  if (count == 3)
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

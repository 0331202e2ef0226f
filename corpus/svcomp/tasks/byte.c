/* All 256 bytes are tried. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern unsigned char __VERIFIER_nondet_uchar(void);

static int flag;

static void *first(void *arg) {
  flag = 1;
  return 0;
}

static void *second(void *arg) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int twice = 2 * c;
  __VERIFIER_assert(twice >= 0 && twice <= 510 && twice % 2 == 0);
  flag = 2;
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

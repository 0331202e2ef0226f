/* One byte of 256 shows the error, after the other thread. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern char __VERIFIER_nondet_char(void);

static int flag;

static void *first(void *arg) {
  flag = 1;
  return 0;
}

static void *second(void *arg) {
  char c = __VERIFIER_nondet_char();
  if (flag && 3 * c == 231)
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

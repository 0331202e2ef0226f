/* Which element is open: it may be the same. */
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static int cells[3];

static void *first(void *arg) {
  cells[1] = 1;
  return 0;
}

static void *second(void *arg) {
  int at = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= 0 && at < 3);
  cells[at] = 2;
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

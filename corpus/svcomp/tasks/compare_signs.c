// Two threads compare the same open values, in both orders.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int one, other, forth, back;

static int minus(int a, int b) {
  __VERIFIER_assume(b <= 0 || a >= b - 2147483648);
  __VERIFIER_assume(b >= 0 || a <= b + 2147483647);
  return a - b;
}

static void *compares(void *arg) {
  forth = minus(one, other);
  return arg;
}

static void *compares_back(void *arg) {
  back = minus(other, one);
  return arg;
}

static int sign(int number) {
  return number < 0 ? -1 : number > 0;
}

int main(void) {
  pthread_t first, second;
  one = __VERIFIER_nondet_int();
  other = __VERIFIER_nondet_int();
  pthread_create(&first, 0, compares, 0);
  pthread_create(&second, 0, compares_back, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  if (sign(forth) != -sign(back)) reach_error();
}

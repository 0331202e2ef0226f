/* The bakery without the flags of those who choose: a thread may overlook one that has not got its number yet. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int number0, number1, inside;

static void *first(void *arg) {
  number0 = number1 + 1;
  while (number1 != 0 && number1 < number0)
    ;
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  number0 = 0;
  return 0;
}

static void *second(void *arg) {
  number1 = number0 + 1;
  while (number0 != 0 && number0 <= number1)
    ;
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  number1 = 0;
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

/* Dekker: the thread without the turn steps back. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int want0, want1, turn, inside;

static void *first(void *arg) {
  want0 = 1;
  while (want1) {
    if (turn != 0) {
      want0 = 0;
      while (turn != 0)
        ;
      want0 = 1;
    }
  }
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  turn = 1;
  want0 = 0;
  return 0;
}

static void *second(void *arg) {
  want1 = 1;
  while (want0) {
    if (turn != 1) {
      want1 = 0;
      while (turn != 1)
        ;
      want1 = 1;
    }
  }
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  turn = 0;
  want1 = 0;
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

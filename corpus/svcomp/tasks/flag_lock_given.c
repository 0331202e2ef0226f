// A variable is a lock, which a thread gives that has not taken it.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int taken, inside;

static void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(taken == 0);
  taken = 1;
}

static void __VERIFIER_atomic_give(void) { taken = 0; }

static void *enters(void *arg) {
  __VERIFIER_atomic_take();
  inside++;
  if (inside != 1) reach_error();
  inside--;
  __VERIFIER_atomic_give();
  return arg;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, enters, 0);
  pthread_create(&other, 0, enters, 0);
  __VERIFIER_atomic_give();
  return 0;
}

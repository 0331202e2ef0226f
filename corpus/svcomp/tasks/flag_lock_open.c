// A variable is a lock, for threads that are started without end.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int taken, inside;

static void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(taken == 0);
  taken = 1;
}

static void __VERIFIER_atomic_give(void) {
  __VERIFIER_assume(taken == 1);
  taken = 0;
}

static void *enters(void *arg) {
  __VERIFIER_atomic_take();
  inside++;
  if (inside != 1) reach_error();
  inside--;
  __VERIFIER_atomic_give();
  return arg;
}

int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, enters, 0);
}

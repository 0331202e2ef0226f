// Tickets, whose first number is open.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int next, served, inside;

static void *enters(void *arg) {
  int own;
  __VERIFIER_atomic_begin();
  own = next;
  next++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(own <= served);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  inside++;
  if (inside != 1) reach_error();
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  inside--;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  served++;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t threads[3];
  next = served = __VERIFIER_nondet_int();
  __VERIFIER_assume(next > -1000 && next < 1000);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, enters, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}

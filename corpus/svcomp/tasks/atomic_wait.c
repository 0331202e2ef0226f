/* A section that waits by an assumption. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int data, ready;

static void *first(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(ready);
  __VERIFIER_assert(data == 7);
  __VERIFIER_atomic_end();
  return 0;
}

static void *second(void *arg) {
  data = 7;
  ready = 1;
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

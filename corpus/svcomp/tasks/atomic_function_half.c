/* One of the threads counts without it. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int count;

static void __VERIFIER_atomic_increment(void) {
  count++;
}

static void *first(void *arg) {
  __VERIFIER_atomic_increment();
  return 0;
}

static void *second(void *arg) {
  count++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(count == 2);
  return 0;
}

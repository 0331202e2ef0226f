/* A spin lock of a compare-and-swap that is an atomic function. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int held, inside;

static int __VERIFIER_atomic_cas(int *place, int expected, int desired) {
  if (*place != expected)
    return 0;
  *place = desired;
  return 1;
}

static void *worker(void *arg) {
  while (!__VERIFIER_atomic_cas(&held, 0, 1))
    ;
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  held = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}

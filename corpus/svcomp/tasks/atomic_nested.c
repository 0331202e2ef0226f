/* Atomic functions within sections. */
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

static int count;

static void __VERIFIER_atomic_increment(void) {
  count++;
}

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_increment();
  __VERIFIER_atomic_increment();
  __VERIFIER_assert(count % 2 == 0);
  __VERIFIER_atomic_end();
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

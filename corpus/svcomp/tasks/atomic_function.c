/* An atomic function counts correctly. */
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

static void *worker(void *arg) {
  __VERIFIER_atomic_increment();
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  __VERIFIER_assert(count == 3);
  return 0;
}

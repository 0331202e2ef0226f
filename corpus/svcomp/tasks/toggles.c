/* Many executions, but few configurations: each round leaves little behind. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

#define ROUNDS 7

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int on, both;

static void *toggle(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    on = !on;
    both = !both;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, toggle, 0);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    __VERIFIER_assert(on == both);
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  __VERIFIER_assert(on == 1);
  return 0;
}

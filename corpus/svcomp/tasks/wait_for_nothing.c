/* Nobody signals, but POSIX lets waits end for no reason, here twice at the same line. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 2; i++)
    pthread_cond_wait(&changed, &mutex);
  __VERIFIER_assert(0);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_join(thread, 0);
  return 0;
}

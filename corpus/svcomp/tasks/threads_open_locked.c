/* Any number of threads, one at a time: true, but for no bound. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; __VERIFIER_nondet_int(); i++)
    pthread_create(&thread, 0, worker, 0);
  return 0;
}

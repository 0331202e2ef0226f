/* Threads that do something only if they get the lock. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *arg) {
  int busy = pthread_mutex_trylock(&mutex);
  if (!busy) {
    value = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = __VERIFIER_nondet_int(); i > 0; i--)
    pthread_create(&thread, 0, worker, 0);
  return 0;
}

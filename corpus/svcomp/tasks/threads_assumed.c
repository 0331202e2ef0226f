/* Up to three threads, as many as assumed. */
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
extern void __VERIFIER_assume(int);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 3);
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  __VERIFIER_assert(count == n);
  return 0;
}

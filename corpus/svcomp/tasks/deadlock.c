/* Two mutexes in two orders: not every execution ends, but none reaches the error. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  x = 1;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return 0;
}

static void *second(void *arg) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  x = 2;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(x == 1 || x == 2);
  return 0;
}

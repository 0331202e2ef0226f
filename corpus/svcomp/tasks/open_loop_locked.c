/* Equal after any number of rounds. */
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
static int x, y;

static void *first(void *arg) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    x++;
    y++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

static void *second(void *arg) {
  pthread_mutex_lock(&mutex);
  __VERIFIER_assert(x == y);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// A thread releases one of two locks while the value is another one, for any number of threads.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int balance = 10;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;

static void *changes(void *arg) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  balance = __VERIFIER_nondet_int();
  pthread_mutex_unlock(&inner);
  pthread_mutex_lock(&inner);
  balance = 10;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return arg;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) pthread_create(&thread, 0, changes, 0);
  pthread_mutex_lock(&inner);
  pthread_mutex_lock(&outer);
  if (balance != 10) reach_error();
  pthread_mutex_unlock(&outer);
  pthread_mutex_unlock(&inner);
  return 0;
}

// Two variables change together under a lock, in thousands of threads.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sent, received;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *transfer(void *arg) {
  int by = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  sent += by;
  if (by > 7) received += by;
  else received = sent;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[5000];
  for (int i = 0; i < 5000; i++) pthread_create(&threads[i], 0, transfer, 0);
  pthread_mutex_lock(&lock);
  if (sent != received) reach_error();
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 5000; i++) pthread_join(threads[i], 0);
  return sent - received;
}

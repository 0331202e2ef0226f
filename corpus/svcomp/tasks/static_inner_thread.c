/* A thread joins the thread that it starts, any number of times. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int count;

static void *inner(void *arg) {
  count++;
  return 0;
}

static void *outer(void *arg) {
  pthread_t thread;
  pthread_create(&thread, 0, inner, 0);
  pthread_join(thread, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    count++;
  }
  return 0;
}

/* A loop that goes on for ever whatever is chosen in it: no execution ends, so nothing is shown. */
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

void *chooses(void *arg) {
  for (;;)
    __VERIFIER_nondet_bool();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, chooses, 0);
  pthread_join(thread, 0);
  return 0;
}

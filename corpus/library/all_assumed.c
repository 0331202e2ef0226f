/* What is assumed never holds: nothing is shown, and the verdict says so. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int x;

void *assumes(void *arg) {
  __VERIFIER_assume(0);
  x = 1;
  assert(x == 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, assumes, 0);
  pthread_join(thread, 0);
  return 0;
}

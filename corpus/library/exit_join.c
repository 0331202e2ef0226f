/* exit() ends the program: a join of the thread that calls it does not return. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int done;

void *exits(void *arg) {
  exit(0);
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, exits, 0);
  pthread_join(thread, 0);
  assert(atomic_load(&done) == 1);
  return 0;
}

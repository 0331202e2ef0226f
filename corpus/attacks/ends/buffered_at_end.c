/* A thread ends with its store still in the buffer: who joins it sees it all the same. */
#include "../threads.h"

static volatile int data, other;

static void *writes(void *arg) {
  data = 1;
  pthread_exit((void *)(intptr_t)other);
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  pthread_join(a, NULL);
  assert(data == 1);
  return 0;
}

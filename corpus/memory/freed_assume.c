// What is assumed after memory was written to that is free does not undo the write.
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_assume(int);

static char *shared;

static void *freeing(void *unused) {
  free(shared);
  return 0;
}

static void *writing(void *unused) {
  *shared = 1;
  __VERIFIER_assume(0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(1);
  *shared = 0;
  pthread_create(&a, 0, freeing, 0);
  pthread_create(&b, 0, writing, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// Main may write to memory after it was freed. That the other thread then waits for ever is no failure of its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int *shared;

static void *freeing(void *unused) {
  free((void *)shared);
  return 0;
}

static void *spinning(void *unused) {
  while (atomic_load(shared) != 0) {
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  *shared = 0;
  pthread_create(&a, 0, spinning, 0);
  pthread_create(&b, 0, freeing, 0);
  atomic_store(shared, 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

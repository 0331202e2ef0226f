/* The count is in an object of the heap that no other thread knows. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static int wait_some(void) {
  int *n = calloc(2, sizeof(int));
  int rounds = 0;
  while (!atomic_load(&flag)) {
    if (++n[1] == 3) {
      rounds = 3;
      break;
    }
  }
  free(n);
  return rounds;
}

static void *set(void *arg) {
#ifndef NOBODY
  atomic_store(&flag, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int rounds = wait_some();
#ifdef NOBODY
  assert(rounds == 3);
#else
  assert(rounds != 3);
#endif
  pthread_join(t, NULL);
  return 0;
}

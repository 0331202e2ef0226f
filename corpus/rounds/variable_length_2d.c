/* Two lengths are variable. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int count(int rows, int columns) {
  struct {
    short a, n;
  } table[rows][columns];
  table[rows - 1][columns - 1].n = 0;
  while (!atomic_load(&flag)) {
    if (++table[rows - 1][columns - 1].n == 3)
      return 3;
  }
  return 0;
}

static int wait_some(void) {
  return count(2, 3);
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

/* The count is a bit-field. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  struct {
    unsigned a : 5, n : 7, b : 20;
  } s = {1, 0, 1};
  while (!atomic_load(&flag)) {
    s.n++;
    if (s.n == 3)
      return 3;
  }
  return 0;
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

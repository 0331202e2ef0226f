/* The loop is in a callee, the count in the caller. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int spin(int *n) {
  while (!atomic_load(&flag)) {
    if (++*n == 3)
      return 3;
  }
  return 0;
}

static int wait_some(void) {
  int n = 0;
  return spin(&n);
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

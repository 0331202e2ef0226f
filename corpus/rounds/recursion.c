/* After a recursive call the outer loop is where it was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int spin(int depth, int n) {
  for (;;) {
    int seen = atomic_load(&flag);
    if (depth == 0)
      return seen;
    if (seen)
      return 0;
    spin(depth - 1, n + 1);
    n++;
    if (n == 3)
      return n;
  }
}

static int wait_some(void) {
  return spin(1, 0);
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

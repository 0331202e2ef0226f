/* A variable is written in one round and read in the next, but not in all. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  int kept = 0, n = 0;
  for (;;) {
    if (n == 2)
      kept++;
    if (kept == 1)
      n = 3;
    if (n == 3)
      return n;
    if (atomic_load(&flag))
      return 0;
    n++;
  }
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

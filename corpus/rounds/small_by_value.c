/* A structure of two words goes through a function, in registers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

struct state {
  int n;
  int m;
};

static struct state next(struct state s) {
  return (struct state){s.m, s.n + 1};
}

static int wait_some(void) {
  struct state s = {0, 0};
  while (!atomic_load(&flag)) {
    s = next(s);
    if (s.n + s.m == 3)
      return 3;
    if (atomic_load(&flag))
      return 0;
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

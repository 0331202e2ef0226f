/* The count decides in which order two things are read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static atomic_int a, b;

static int wait_some(void) {
  int n = 0;
  atomic_store(&b, 1);
  while (!atomic_load(&flag)) {
    int seen;
    if (n < 2)
      seen = atomic_load(&a);
    else
      seen = atomic_load(&b);
    n++;
    if (seen)
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

/* An array of variable length is made again in each round of an outer loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static volatile int two = 2;

static int wait_some(void) {
  for (int i = 0; i < 2; i++) {
    int n[two];
    n[1] = 0;
    while (!atomic_load(&flag)) {
      if (++n[1] == 3)
        return 3;
    }
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

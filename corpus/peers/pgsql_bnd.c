/* The latch of PostgreSQL with a bounded wait: a worker that finds its latch unset TRIES times gives its turn up.
 * As this wait counts, it is no spin loop. */
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef TRIES
#define TRIES 2
#endif
#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() ((void)0)
#endif

static volatile int latch[2] = {1, 0}, flag[2] = {1, 0};

static void *worker(void *arg) {
  long me = (long)arg;
  for (int round = 0; round < ROUNDS; round++) {
    int tries = 0;
    while (!latch[me] && ++tries < TRIES)
      ;
    if (tries == TRIES)
      continue;
    assert(flag[me]);
    latch[me] = 0;
    flag[me] = 0;
    fence();
    flag[1 - me] = 1;
    fence();
    latch[1 - me] = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

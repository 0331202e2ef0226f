/* Lamport's fast mutex: without contention, a fixed number of accesses is enough. Unfenced it fails under TSO. */
#include <assert.h>
#include <pthread.h>
#ifndef FENCE
#define FENCE 0
#endif
/* -DFENCE=1: enough under TSO, -DFENCE=2: under PSO, too */
#define fence_if(level) (FENCE >= (level) ? __sync_synchronize() : (void)0)

static volatile int tries[3], x, y; /* threads are 1 and 2; 0 is no thread */
static int inside;

static void lock(int me) {
  for (;;) {
    tries[me] = 1;
    fence_if(2);
    x = me;
    fence_if(1);
    if (y != 0) {
      tries[me] = 0;
      fence_if(1);
      while (y != 0)
        ;
      continue;
    }
    y = me;
    fence_if(1);
    if (x == me)
      return;
    tries[me] = 0;
    fence_if(1);
    while (tries[3 - me])
      ;
    if (y == me)
      return;
    while (y != 0)
      ;
  }
}

static void *enter(void *arg) {
  int me = (int)(long)arg;
  lock(me);
  inside++;
  assert(inside == 1);
  inside--;
  fence_if(2);
  y = 0;
  fence_if(2);
  tries[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)1L);
  pthread_create(&b, NULL, enter, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

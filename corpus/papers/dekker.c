/* Dekker's algorithm, one critical section per thread. Unfenced, both threads enter under TSO. */
#include <assert.h>
#include <pthread.h>
#ifndef FENCE
#define FENCE 0
#endif
/* -DFENCE=1: enough under TSO, -DFENCE=2: under PSO, too */
#define fence_if(level) (FENCE >= (level) ? __sync_synchronize() : (void)0)

static volatile int wants[2], turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  wants[me] = 1;
  fence_if(1);
  while (wants[other]) {
    if (turn == other) {
      wants[me] = 0;
      while (turn == other)
        ;
      wants[me] = 1;
      fence_if(1);
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  fence_if(2);
  turn = (int)other;
  fence_if(2);
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* Peterson's algorithm. Unfenced it fails under TSO; a fence before the wait is enough there (-DFENCE=1). PSO also
 * needs the order of the two stores, and that the critical section ends before it is left (-DFENCE=2). */
#include <assert.h>
#include <pthread.h>
#ifndef FENCE
#define FENCE 0
#endif
#define fence_if(level) (FENCE >= (level) ? __sync_synchronize() : (void)0)

static volatile int wants[2], turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  wants[me] = 1;
  fence_if(2);
  turn = (int)other;
  fence_if(1);
  while (wants[other] && turn == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
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

/* Dekker's algorithm, one critical section per thread. Unfenced, both threads enter under TSO. */
#include <assert.h>
#include <pthread.h>
#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() ((void)0)
#endif

static volatile int wants[2], turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  wants[me] = 1;
  fence();
  while (wants[other]) {
    if (turn == other) {
      wants[me] = 0;
      while (turn == other)
        ;
      wants[me] = 1;
      fence();
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  fence();
  turn = (int)other;
  fence();
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

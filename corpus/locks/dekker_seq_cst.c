/* Dekker's algorithm with seq_cst atomics. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = (int)other;
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

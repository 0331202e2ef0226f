/* Lamport's bakery for two threads: take a number above the other's, wait while the other has a smaller one.
 * Unfenced it fails under TSO. */
#include <assert.h>
#include <pthread.h>
#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() ((void)0)
#endif

static volatile int choosing[2], number[2];
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  choosing[me] = 1;
  fence();
  int mine = number[other] + 1;
  number[me] = mine;
  fence();
  choosing[me] = 0;
  fence();
  while (choosing[other])
    ;
  int theirs;
  do {
    theirs = number[other];
  } while (theirs != 0 && (theirs < mine || (theirs == mine && other < me)));
  inside++;
  assert(inside == 1);
  inside--;
  fence();
  number[me] = 0;
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

/* The state is a mutex of the thread's own: the second try fails, and the loop ends. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  while (!flag && pthread_mutex_trylock(&own) == 0)
    ;
  pthread_mutex_unlock(&own);
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}

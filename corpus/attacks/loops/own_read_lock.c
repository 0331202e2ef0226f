/* The state is a read-write lock of the thread's own: read locks pile up, and the write lock fails from then on. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  pthread_rwlock_t own = PTHREAD_RWLOCK_INITIALIZER;
  int rounds = 0;
  while (!flag) {
    if (pthread_rwlock_trywrlock(&own) != 0)
      break;
    pthread_rwlock_unlock(&own);
    pthread_rwlock_rdlock(&own);
    rounds = 1;
  }
  assert(flag || !rounds); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}

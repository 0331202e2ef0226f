/* A read-write lock that no thread holds is unlocked. */
#include "../threads.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *unlocks(void *arg) {
  pthread_rwlock_unlock(&lock); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(unlocks, other);
  return 0;
}

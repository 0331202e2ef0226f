/* A read lock taken twice and given back once keeps the writer out for ever. */
#include "../threads.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reads(void *arg) {
  pthread_rwlock_rdlock(&lock);
  if (pthread_rwlock_tryrdlock(&lock) == 0)
    pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *writes(void *arg) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  together(reads, writes);
  return 0;
}

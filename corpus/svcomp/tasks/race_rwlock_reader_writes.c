/* A writer that only holds the lock for reading. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *first(void *arg) {
  pthread_rwlock_rdlock(&lock);
  data = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void *second(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int seen = data;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

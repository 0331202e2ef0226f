/* pthread_rwlock_tryrdlock and trywrlock; a reader lets other readers in and keeps writers out. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;

static void *other(void *arg) {
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  return NULL;
}

int main(void) {
  pthread_rwlock_init(&lock, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_t a;
  pthread_create(&a, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}

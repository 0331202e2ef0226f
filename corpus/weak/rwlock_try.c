/*
 * A thread reads under a read-write lock and then locks it for writing. With WEAK, another thread takes its failure to read
 * for a sign that the message is there. A try that fails orders nothing, even if the lock was released before.
 *
 * SC, TSO, PSO: the steps of the lock come after the store of the message, and loads stay in order: safe.
 * RC11: nothing orders the two accesses to the message: a data race.
 * ARMv8: the load of the message overtakes the try, which is a relaxed load, and returns 0.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_acquire
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int locked;
static int message;

static void *receive(void *unused) {
  if (atomic_load_explicit(&locked, ORDER) && pthread_rwlock_tryrdlock(&lock) != 0)
    assert(message == 42);
  return unused;
}

int main(void) {
  pthread_t receiver;
  pthread_create(&receiver, NULL, receive, NULL);
  message = 42;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  atomic_store_explicit(&locked, 1, memory_order_release);
  pthread_rwlock_unlock(&lock);
  pthread_join(receiver, NULL);
  return 0;
}

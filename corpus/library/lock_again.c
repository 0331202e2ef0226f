/*
 * Initialising a lock that another thread holds makes it free: two threads are inside. With FRAME each call has a lock
 * of its own, and the first call leaves it locked.
 */
#include <assert.h>
#include <pthread.h>
#include <threads.h>

#if defined SPIN
static pthread_spinlock_t lock;
#define INIT(lock) pthread_spin_init(lock, 0)
#define ENTER(lock) pthread_spin_lock(lock)
#define LEAVE(lock) pthread_spin_unlock(lock)
#elif defined RWLOCK
static pthread_rwlock_t lock;
#define INIT(lock) pthread_rwlock_init(lock, 0)
#define ENTER(lock) pthread_rwlock_wrlock(lock)
#define LEAVE(lock) pthread_rwlock_unlock(lock)
#elif defined C11
static mtx_t lock;
#define INIT(lock) mtx_init(lock, mtx_plain)
#define ENTER(lock) mtx_lock(lock)
#define LEAVE(lock) mtx_unlock(lock)
#else
static pthread_mutex_t lock;
#define INIT(lock) pthread_mutex_init(lock, 0)
#define ENTER(lock) pthread_mutex_lock(lock)
#define LEAVE(lock) pthread_mutex_unlock(lock)
#endif

static volatile int inside;

static void *enters(void *argument) {
  ENTER(&lock);
  inside++;
  assert(inside == 1);
  inside--;
  LEAVE(&lock);
  return argument;
}

static void holds(int leaves) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, 0);
  pthread_mutex_lock(&own);
  if (leaves) pthread_mutex_unlock(&own);
}

static void *calls(void *argument) {
  holds(0);
  holds(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  INIT(&lock);
#ifdef FRAME
  pthread_create(&thread, 0, calls, 0);
  calls(0);
#else
  pthread_create(&thread, 0, enters, 0);
  INIT(&lock);
  enters(0);
#endif
  pthread_join(thread, 0);
  return 0;
}

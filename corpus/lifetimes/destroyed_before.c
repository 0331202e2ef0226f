/*
 * A synchronisation object is destroyed before the thread that uses it starts. With BETWEEN another thread has been joined
 * before. With AGAIN it is initialised again.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifdef MUTEX
static pthread_mutex_t object;
#define INIT() pthread_mutex_init(&object, NULL)
#define DESTROY() pthread_mutex_destroy(&object)
#define USE() pthread_mutex_lock(&object)
#elif defined(SEMAPHORE)
static sem_t object;
#define INIT() sem_init(&object, 0, 1)
#define DESTROY() sem_destroy(&object)
#define USE() sem_post(&object)
#elif defined(CONDITION)
static pthread_cond_t object;
#define INIT() pthread_cond_init(&object, NULL)
#define DESTROY() pthread_cond_destroy(&object)
#define USE() pthread_cond_signal(&object)
#elif defined(RWLOCK)
static pthread_rwlock_t object;
#define INIT() pthread_rwlock_init(&object, NULL)
#define DESTROY() pthread_rwlock_destroy(&object)
#define USE() pthread_rwlock_rdlock(&object)
#else
static pthread_spinlock_t object;
#define INIT() pthread_spin_init(&object, 0)
#define DESTROY() pthread_spin_destroy(&object)
#define USE() pthread_spin_lock(&object)
#endif

static void *idle(void *unused) {
  return unused;
}

static void *uses(void *unused) {
  (void)unused;

  // The next line uses it.
  USE();
  return NULL;
}

int main(void) {
  pthread_t thread;
#ifdef BETWEEN
  pthread_create(&thread, NULL, idle, NULL);
  pthread_join(thread, NULL);
#else
  (void)idle;
#endif
  INIT();
  DESTROY();
#ifdef AGAIN
  INIT();
#endif
  pthread_create(&thread, NULL, uses, NULL);
  pthread_join(thread, NULL);
  return 0;
}

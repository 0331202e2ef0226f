/*
 * A thread initialises an object of the library and publishes it. By a relaxed store (without ORDERED) that is a data
 * race, as initialising an object is a plain write of it: RC11. Elsewhere it shows where the object does not work without:
 * a semaphore and a barrier. With ENDS, a thread destroys what another may still use.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

#ifdef ORDERED
#define PUBLISH memory_order_release
#define RECEIVE memory_order_acquire
#else
#define PUBLISH memory_order_relaxed
#define RECEIVE memory_order_relaxed
#endif

#if defined(MUTEX)
static pthread_mutex_t object;
#define INIT pthread_mutex_init(&object, NULL)
#define USE pthread_mutex_lock(&object), pthread_mutex_unlock(&object)
#define END pthread_mutex_destroy(&object)
#elif defined(MTX)
static mtx_t object;
#define INIT mtx_init(&object, mtx_plain)
#define USE mtx_lock(&object), mtx_unlock(&object)
#define END mtx_destroy(&object)
#elif defined(COND)
static pthread_cond_t object;
#define INIT pthread_cond_init(&object, NULL)
#define USE pthread_cond_signal(&object)
#define END pthread_cond_destroy(&object)
#elif defined(CND)
static cnd_t object;
#define INIT cnd_init(&object)
#define USE cnd_broadcast(&object)
#define END cnd_destroy(&object)
#elif defined(RWLOCK)
static pthread_rwlock_t object;
#define INIT pthread_rwlock_init(&object, NULL)
#define USE pthread_rwlock_rdlock(&object), pthread_rwlock_unlock(&object)
#define END pthread_rwlock_destroy(&object)
#elif defined(SPIN)
static pthread_spinlock_t object;
#define INIT pthread_spin_init(&object, PTHREAD_PROCESS_PRIVATE)
#define USE pthread_spin_lock(&object), pthread_spin_unlock(&object)
#define END pthread_spin_destroy(&object)
#elif defined(SEM)
static sem_t object;
#define INIT sem_init(&object, 0, 1)
#define USE sem_wait(&object), sem_post(&object)
#define END sem_destroy(&object)
#elif defined(BARRIER)
static pthread_barrier_t object;
#define INIT pthread_barrier_init(&object, NULL, 1)
#define USE pthread_barrier_wait(&object)
#define END pthread_barrier_destroy(&object)
#elif defined(ONCE)
static pthread_once_t object;
static void nothing(void) {}
#define INIT object = PTHREAD_ONCE_INIT
#define USE pthread_once(&object, nothing)
#define END (void)0
#elif defined(ATTRIBUTES)
static pthread_attr_t object;
static void *nothing(void *unused) { return unused; }
static void start(void) {
  pthread_t thread;
  pthread_create(&thread, &object, nothing, NULL);
  pthread_join(thread, NULL);
}
#define INIT pthread_attr_init(&object)
#define USE start()
#define END pthread_attr_destroy(&object)
#endif

static atomic_int ready, used;

static void *first(void *unused) {
  if (atomic_load_explicit(&ready, RECEIVE)) {
    USE;
    atomic_fetch_add_explicit(&used, 1, PUBLISH);
  }
  return unused;
}

static void *second(void *unused) { return first(unused); }

int main(void) {
  pthread_t a, b;
#ifdef ENDS
  INIT;
  atomic_store(&ready, 1);
#endif
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
#ifdef ENDS
  if (atomic_load_explicit(&used, RECEIVE) == 2) {
    END;
  }
#else
  INIT;
  atomic_store_explicit(&ready, 1, PUBLISH);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifndef ENDS
  END;
#endif
  return 0;
}

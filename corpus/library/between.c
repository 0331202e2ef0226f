/*
 * Store buffering with a call of the library between the store and the load. On x86 it depends on the call, and on the
 * case, whether the store buffer is drained: glibc only looks first.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static atomic_int x, y;
static int seen_x, seen_y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t fresh;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static struct timespec now;

static void nothing(void) {}

static void before(void) {
#if CALL == 1
  pthread_mutex_lock(&recursive);
#elif CALL == 2
  pthread_spin_lock(&spin);
#endif
}

static void call(void) {
#if CALL == 1
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
#elif CALL == 2
  pthread_spin_unlock(&spin);
#elif CALL == 3
  pthread_once(&once, nothing);
#elif CALL == 4
  pthread_cond_signal(&cond);
#elif CALL == 5
  pthread_cond_broadcast(&cond);
#elif CALL == 6
  int value;
  sem_getvalue(&semaphore, &value);
#elif CALL == 7
  assert(sem_trywait(&semaphore) != 0);
#elif CALL == 8
  assert(pthread_rwlock_tryrdlock(&rwlock) != 0);
#elif CALL == 9
  assert(pthread_rwlock_trywrlock(&rwlock) != 0);
#elif CALL == 10
  assert(pthread_mutex_trylock(&mutex) != 0);
#elif CALL == 11
  pthread_mutex_init(&fresh, NULL);
#elif CALL == 12
  clock_gettime(CLOCK_MONOTONIC, &now);
#elif CALL == 13
  free(malloc(8));
#elif CALL == 20
  assert(pthread_spin_trylock(&spin) != 0);
#elif CALL == 21
  pthread_mutex_lock(&fresh);
#elif CALL == 22
  pthread_mutex_unlock(&fresh);
#elif CALL == 23
  sem_post(&semaphore);
#elif CALL == 24
  assert(pthread_mutex_timedlock(&mutex, &now) != 0);
#elif CALL == 25
  assert(pthread_mutex_trylock(&fresh) == 0);
#elif CALL == 26
  pthread_once(&once, nothing);
#endif
}

static void *left(void *unused) {
  before();
#if CALL == 22
  pthread_mutex_lock(&fresh);
#endif
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  call();
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
#if CALL == 3
  pthread_once(&once, nothing);
#elif CALL == 20
  pthread_spin_lock(&spin);
#endif
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen_x || seen_y);
  return 0;
}

/*
 * Two threads write, call a function of the library, and read what the other writes. Prints the cases; with a case and a number of
 * rounds: exits with 1 if both have missed the other's write in a round, so the function has not drained the store buffer.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#define SYMBOL(name) __asm__(#name)
int guard_acquire(void *) SYMBOL(__cxa_guard_acquire);
void guard_release(void *) SYMBOL(__cxa_guard_release);
void guard_abort(void *) SYMBOL(__cxa_guard_abort);
void cxx_wait(void *, void *) SYMBOL(_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE);
void cxx_notify_one(void *) SYMBOL(_ZNSt18condition_variable10notify_oneEv);
void cxx_notify_all(void *) SYMBOL(_ZNSt18condition_variable10notify_allEv);
void cxx_begin(void *) SYMBOL(_ZNSt18condition_variableC1Ev);
void cxx_begin2(void *) SYMBOL(_ZNSt18condition_variableC2Ev);
void cxx_end(void *) SYMBOL(_ZNSt18condition_variableD1Ev);
void cxx_end2(void *) SYMBOL(_ZNSt18condition_variableD2Ev);

/* What a thread uses: nothing here is used by both, or the object itself would order them. */
struct mine {
  pthread_mutex_t mutex, recursive, lock;
  pthread_spinlock_t spin;
  pthread_rwlock_t rwlock;
  pthread_cond_t cond;
  pthread_barrier_t barrier;
  pthread_once_t once, done;
  sem_t one, zero;
  pthread_key_t key;
  uint64_t guard;
  struct {
    pthread_mutex_t *mutex;
    int owns;
  } unique_lock;
  atomic_int is_ready, is_over, value;
  int seen;
} of[2];

static const struct timespec past = {1, 0};
static void nothing(void) {}
static mtx_t *c11(pthread_mutex_t *m) { return (mtx_t *)m; }
static cnd_t *c11_cond(pthread_cond_t *c) { return (cnd_t *)c; }

/* Before the threads start. */
static void free_one(struct mine *m) {}
static void taken(struct mine *m) {
  pthread_mutex_lock(&m->mutex), pthread_spin_lock(&m->spin), pthread_rwlock_wrlock(&m->rwlock);
}
/* By the thread itself, before it writes. */
static void holds(struct mine *m) {
  pthread_mutex_lock(&m->mutex), pthread_mutex_lock(&m->recursive), pthread_mutex_lock(&m->lock);
  pthread_spin_lock(&m->spin), pthread_rwlock_rdlock(&m->rwlock), guard_acquire(&m->guard), pthread_key_create(&m->key, 0);
}
/* By another thread: waits until it is signalled, or signals until no thread waits. */
static void *waits(void *of_whom) {
  struct mine *m = of_whom;
  pthread_mutex_lock(&m->lock);
  m->is_ready = 1;
  while (!m->is_over) pthread_cond_wait(&m->cond, &m->lock);
  pthread_mutex_unlock(&m->lock);
  return 0;
}
static void *signals(void *of_whom) {
  struct mine *m = of_whom;
  m->is_ready = 1;
  for (int is_over = 0; !is_over; sched_yield()) {
    pthread_mutex_lock(&m->lock);
    is_over = m->is_over;
    pthread_cond_broadcast(&m->cond);
    pthread_mutex_unlock(&m->lock);
  }
  return 0;
}

#define CASES(X) \
  X("pthread_mutex_lock", "", free_one, 0, pthread_mutex_lock(&m->mutex)) \
  X("mtx_lock", "", free_one, 0, mtx_lock(c11(&m->mutex))) \
  X("pthread_mutex_lock", "it holds the recursive mutex", holds, 0, pthread_mutex_lock(&m->recursive)) \
  X("pthread_mutex_trylock", "", free_one, 0, pthread_mutex_trylock(&m->mutex)) \
  X("mtx_trylock", "", free_one, 0, mtx_trylock(c11(&m->mutex))) \
  X("pthread_mutex_trylock", "the mutex is taken", taken, 0, pthread_mutex_trylock(&m->mutex)) \
  X("mtx_trylock", "the mutex is taken", taken, 0, mtx_trylock(c11(&m->mutex))) \
  X("pthread_mutex_timedlock", "", free_one, 0, pthread_mutex_timedlock(&m->mutex, &past)) \
  X("pthread_mutex_clocklock", "", free_one, 0, pthread_mutex_clocklock(&m->mutex, CLOCK_MONOTONIC, &past)) \
  X("mtx_timedlock", "", free_one, 0, mtx_timedlock(c11(&m->mutex), &past)) \
  X("pthread_mutex_timedlock", "the timeout expires", taken, 0, pthread_mutex_timedlock(&m->mutex, &past)) \
  X("pthread_mutex_unlock", "", holds, 0, pthread_mutex_unlock(&m->mutex)) \
  X("mtx_unlock", "", holds, 0, mtx_unlock(c11(&m->mutex))) \
  X("pthread_spin_lock", "", free_one, 0, pthread_spin_lock(&m->spin)) \
  X("pthread_spin_trylock", "", free_one, 0, pthread_spin_trylock(&m->spin)) \
  X("pthread_spin_trylock", "the lock is taken", taken, 0, pthread_spin_trylock(&m->spin)) \
  X("pthread_spin_unlock", "", holds, 0, pthread_spin_unlock(&m->spin)) \
  X("pthread_once", "", free_one, 0, pthread_once(&m->once, nothing)) \
  X("call_once", "", free_one, 0, call_once((once_flag *)&m->once, nothing)) \
  X("pthread_once", "it is already done", free_one, 0, pthread_once(&m->done, nothing)) \
  X("call_once", "it is already done", free_one, 0, call_once((once_flag *)&m->done, nothing)) \
  X("__cxa_guard_acquire", "", free_one, 0, guard_acquire(&m->guard)) \
  X("__cxa_guard_release", "", holds, 0, guard_release(&m->guard)) \
  X("__cxa_guard_abort", "", holds, 0, guard_abort(&m->guard)) \
  X("pthread_cond_wait", "", holds, signals, pthread_cond_wait(&m->cond, &m->lock)) \
  X("pthread_cond_timedwait", "", holds, 0, pthread_cond_timedwait(&m->cond, &m->lock, &past)) \
  X("pthread_cond_clockwait", "", holds, 0, pthread_cond_clockwait(&m->cond, &m->lock, CLOCK_MONOTONIC, &past)) \
  X("cnd_wait", "", holds, signals, cnd_wait(c11_cond(&m->cond), c11(&m->lock))) \
  X("cnd_timedwait", "", holds, 0, cnd_timedwait(c11_cond(&m->cond), c11(&m->lock), &past)) \
  X("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", "", holds, signals, cxx_wait(&m->cond, &m->unique_lock)) \
  X("pthread_cond_signal", "", free_one, waits, pthread_cond_signal(&m->cond)) \
  X("pthread_cond_broadcast", "", free_one, waits, pthread_cond_broadcast(&m->cond)) \
  X("cnd_signal", "", free_one, waits, cnd_signal(c11_cond(&m->cond))) \
  X("cnd_broadcast", "", free_one, waits, cnd_broadcast(c11_cond(&m->cond))) \
  X("_ZNSt18condition_variable10notify_oneEv", "", free_one, waits, cxx_notify_one(&m->cond)) \
  X("_ZNSt18condition_variable10notify_allEv", "", free_one, waits, cxx_notify_all(&m->cond)) \
  X("pthread_cond_signal", "no thread waits", free_one, 0, pthread_cond_signal(&m->cond)) \
  X("pthread_cond_broadcast", "no thread waits", free_one, 0, pthread_cond_broadcast(&m->cond)) \
  X("cnd_signal", "no thread waits", free_one, 0, cnd_signal(c11_cond(&m->cond))) \
  X("cnd_broadcast", "no thread waits", free_one, 0, cnd_broadcast(c11_cond(&m->cond))) \
  X("_ZNSt18condition_variable10notify_oneEv", "no thread waits", free_one, 0, cxx_notify_one(&m->cond)) \
  X("_ZNSt18condition_variable10notify_allEv", "no thread waits", free_one, 0, cxx_notify_all(&m->cond)) \
  X("sem_wait", "", free_one, 0, sem_wait(&m->one)) \
  X("sem_timedwait", "", free_one, 0, sem_timedwait(&m->one, &past)) \
  X("sem_clockwait", "", free_one, 0, sem_clockwait(&m->one, CLOCK_MONOTONIC, &past)) \
  X("sem_trywait", "", free_one, 0, sem_trywait(&m->one)) \
  X("sem_trywait", "the value is 0", free_one, 0, sem_trywait(&m->zero)) \
  X("sem_timedwait", "the timeout expires", free_one, 0, sem_timedwait(&m->zero, &past)) \
  X("sem_post", "", free_one, 0, sem_post(&m->one)) \
  X("sem_getvalue", "", free_one, 0, sem_getvalue(&m->one, &value)) \
  X("pthread_rwlock_rdlock", "", free_one, 0, pthread_rwlock_rdlock(&m->rwlock)) \
  X("pthread_rwlock_wrlock", "", free_one, 0, pthread_rwlock_wrlock(&m->rwlock)) \
  X("pthread_rwlock_tryrdlock", "", free_one, 0, pthread_rwlock_tryrdlock(&m->rwlock)) \
  X("pthread_rwlock_trywrlock", "", free_one, 0, pthread_rwlock_trywrlock(&m->rwlock)) \
  X("pthread_rwlock_tryrdlock", "the lock is taken", taken, 0, pthread_rwlock_tryrdlock(&m->rwlock)) \
  X("pthread_rwlock_trywrlock", "the lock is taken", taken, 0, pthread_rwlock_trywrlock(&m->rwlock)) \
  X("pthread_rwlock_timedrdlock", "", free_one, 0, pthread_rwlock_timedrdlock(&m->rwlock, &past)) \
  X("pthread_rwlock_timedwrlock", "", free_one, 0, pthread_rwlock_timedwrlock(&m->rwlock, &past)) \
  X("pthread_rwlock_clockrdlock", "", free_one, 0, pthread_rwlock_clockrdlock(&m->rwlock, CLOCK_MONOTONIC, &past)) \
  X("pthread_rwlock_clockwrlock", "", free_one, 0, pthread_rwlock_clockwrlock(&m->rwlock, CLOCK_MONOTONIC, &past)) \
  X("pthread_rwlock_timedrdlock", "the timeout expires", taken, 0, pthread_rwlock_timedrdlock(&m->rwlock, &past)) \
  X("pthread_rwlock_unlock", "", holds, 0, pthread_rwlock_unlock(&m->rwlock)) \
  X("pthread_barrier_wait", "", free_one, 0, pthread_barrier_wait(&m->barrier)) \
  X("pthread_barrier_init", "", free_one, 0, pthread_barrier_init(&m->barrier, 0, 1)) \
  X("pthread_barrier_destroy", "", free_one, 0, pthread_barrier_destroy(&m->barrier)) \
  X("pthread_mutex_init", "", free_one, 0, pthread_mutex_init(&m->mutex, 0)) \
  X("mtx_init", "", free_one, 0, mtx_init(c11(&m->mutex), mtx_plain)) \
  X("pthread_cond_init", "", free_one, 0, pthread_cond_init(&m->cond, 0)) \
  X("cnd_init", "", free_one, 0, cnd_init(c11_cond(&m->cond))) \
  X("pthread_rwlock_init", "", free_one, 0, pthread_rwlock_init(&m->rwlock, 0)) \
  X("pthread_spin_init", "", free_one, 0, pthread_spin_init(&m->spin, 0)) \
  X("sem_init", "", free_one, 0, sem_init(&m->one, 0, 1)) \
  X("_ZNSt18condition_variableC1Ev", "", free_one, 0, cxx_begin(&m->cond)) \
  X("_ZNSt18condition_variableC2Ev", "", free_one, 0, cxx_begin2(&m->cond)) \
  X("pthread_mutex_destroy", "", free_one, 0, pthread_mutex_destroy(&m->mutex)) \
  X("mtx_destroy", "", free_one, 0, mtx_destroy(c11(&m->mutex))) \
  X("pthread_rwlock_destroy", "", free_one, 0, pthread_rwlock_destroy(&m->rwlock)) \
  X("pthread_spin_destroy", "", free_one, 0, pthread_spin_destroy(&m->spin)) \
  X("sem_destroy", "", free_one, 0, sem_destroy(&m->one)) \
  X("pthread_cond_destroy", "", free_one, 0, pthread_cond_destroy(&m->cond)) \
  X("cnd_destroy", "", free_one, 0, cnd_destroy(c11_cond(&m->cond))) \
  X("_ZNSt18condition_variableD1Ev", "", free_one, 0, cxx_end(&m->cond)) \
  X("_ZNSt18condition_variableD2Ev", "", free_one, 0, cxx_end2(&m->cond)) \
  X("pthread_key_create", "", free_one, 0, pthread_key_create(&m->key, 0)) \
  X("pthread_key_delete", "", holds, 0, pthread_key_delete(m->key)) \
  X("tss_create", "", free_one, 0, tss_create(&m->key, 0)) \
  X("tss_delete", "", holds, 0, tss_delete(m->key))

static const struct {
  const char *name, *when;
  void (*before)(struct mine *);
  void *(*other)(void *);
} cases[] = {
#define ENTRY(name, when, before, other, call) {name, when, before, other},
    CASES(ENTRY)};

/* Nothing but the call comes between the write and the read. */
#define BODY(name, when, before, other, call) \
  if (strcmp(chosen_name, name) == 0 && strcmp(chosen_when, when) == 0) { \
    atomic_store_explicit(&m->value, 1, memory_order_relaxed); \
    call; \
    m->seen = atomic_load_explicit(&of[m == of].value, memory_order_relaxed); \
  } else
static const char *chosen_name, *chosen_when;
static unsigned chosen;
static void *run(void *of_whom) {
  struct mine *m = of_whom;
  int value;
  if (cases[chosen].before == holds) holds(m);
  CASES(BODY) abort();
  (void)value;
  return 0;
}

static void begin(struct mine *m) {
  memset(m, 0, sizeof *m);
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m->recursive, &recursive);
  pthread_spin_init(&m->spin, 0);
  pthread_barrier_init(&m->barrier, 0, 1);
  sem_init(&m->one, 0, 1);
  sem_init(&m->zero, 0, 0);
  m->unique_lock.mutex = &m->lock;
  m->unique_lock.owns = 1;
  pthread_once(&m->done, nothing);
  if (cases[chosen].before == taken) taken(m);
}

static int round_of_two(void) {
  pthread_t threads[2], others[2];
  void *(*other)(void *) = cases[chosen].other;
  for (int i = 0; i < 2; i++) begin(&of[i]);
  for (int i = 0; i < 2 && other != 0; i++) {
    pthread_create(&others[i], 0, other, &of[i]);
    while (!of[i].is_ready) sched_yield();
    /* It has been released: a thread waits. */
    pthread_mutex_lock(&of[i].lock), pthread_mutex_unlock(&of[i].lock);
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, &of[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < 2 && other != 0; i++) {
    of[i].is_over = 1;
    if (other == waits) pthread_mutex_lock(&of[i].lock), pthread_cond_broadcast(&of[i].cond);
    pthread_mutex_unlock(&of[i].lock);
    pthread_join(others[i], 0);
  }
  return !of[0].seen && !of[1].seen;
}

int main(int count, char **words) {
  const unsigned all = sizeof cases / sizeof *cases;
  for (unsigned i = 0; count < 3 && i < all; i++) printf("%s: %s\n", cases[i].name, cases[i].when);
  if (count < 3) return 0;
  chosen = atoi(words[1]);
  chosen_name = cases[chosen].name, chosen_when = cases[chosen].when;
  for (int round = atoi(words[2]); round > 0; round--)
    if (round_of_two()) return 1;
  return 0;
}

// Return values and error numbers of library functions that get something invalid.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#define P(call) \
  do { \
    errno = 0; \
    long value = (long)(call); \
    printf("%d %s = %ld errno %d\n", __LINE__, #call, value, errno); \
  } while (0)
/* An attribute as it was set. */
#define G(get, attributes) P((x = -7, get(attributes, &x) * 1000 + x))

static pthread_mutex_t m, r, k;
static pthread_rwlock_t w;
static pthread_cond_t c;
static sem_t s;
static pthread_barrier_t b;
static pthread_spinlock_t sp;
static int x;
static struct timespec ts;

static void mutexes(void) {
  pthread_mutexattr_t a;
  P(pthread_mutexattr_init(&a));
  G(pthread_mutexattr_gettype, &a);
  G(pthread_mutexattr_getpshared, &a);
  G(pthread_mutexattr_getprotocol, &a);
  G(pthread_mutexattr_getrobust, &a);
  P(pthread_mutexattr_settype(&a, 77));
  P(pthread_mutexattr_settype(&a, -1));
  P(pthread_mutexattr_settype(&a, 4));
  G(pthread_mutexattr_gettype, &a);
  P(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ADAPTIVE_NP));
  G(pthread_mutexattr_gettype, &a);
  P(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
  P(pthread_mutexattr_setpshared(&a, 2));
  P(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
  P(pthread_mutexattr_setprotocol(&a, 3));
  P(pthread_mutexattr_setprotocol(&a, -1));
  P(pthread_mutexattr_setprioceiling(&a, 0));
  P(pthread_mutexattr_setprioceiling(&a, 100));
  P(pthread_mutexattr_setprioceiling(&a, 7));
  P(pthread_mutexattr_setrobust(&a, 2));
  P(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED));
  G(pthread_mutexattr_gettype, &a);
  G(pthread_mutexattr_getpshared, &a);
  G(pthread_mutexattr_getprotocol, &a);
  G(pthread_mutexattr_getprioceiling, &a);
  P(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE));
  G(pthread_mutexattr_getpshared, &a);
  G(pthread_mutexattr_gettype, &a);
  P(pthread_mutex_init(&r, &a));
  P(pthread_mutex_lock(&r));
  P(pthread_mutex_trylock(&r));
  P(pthread_mutex_unlock(&r));
  P(pthread_mutex_unlock(&r));
  P(pthread_mutex_unlock(&r));
  P(pthread_mutex_destroy(&r));
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  P(pthread_mutex_init(&k, &a));
  P(pthread_mutex_unlock(&k));
  P(pthread_mutex_lock(&k));
  P(pthread_mutex_lock(&k));
  P(pthread_mutex_trylock(&k));
  P(pthread_mutex_timedlock(&k, &ts));
  P(pthread_mutex_unlock(&k));
  P(pthread_mutex_lock(&m));
  P(pthread_mutex_trylock(&m));
  P(pthread_mutex_clocklock(&m, 99, &ts));
  P(pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &ts));
  P(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &ts));
  P(pthread_mutex_unlock(&m));
  ts.tv_nsec = 2000000000;
  P(pthread_mutex_timedlock(&m, &ts));
  P(pthread_mutex_timedlock(&m, &ts));
  P(pthread_mutex_unlock(&m));
  mtx_t mm;
  ts.tv_nsec = 0;
  P(mtx_init(&mm, mtx_plain));
  P(mtx_lock(&mm));
  P(mtx_trylock(&mm));
  P(mtx_unlock(&mm));
  P(mtx_init(&mm, mtx_timed | mtx_recursive));
  P(mtx_lock(&mm));
  P(mtx_timedlock(&mm, &ts));
}

static void others(void) {
  P(sem_init(&s, 0, UINT_MAX));
  P(sem_init(&s, 0, 0));
  P(sem_trywait(&s));
  P(sem_timedwait(&s, &ts));
  P(sem_clockwait(&s, 99, &ts));
  P(sem_clockwait(&s, CLOCK_MONOTONIC, &ts));
  ts.tv_nsec = -1;
  P(sem_timedwait(&s, &ts));
  P(sem_post(&s));
  P((sem_getvalue(&s, &x), x));
  P(sem_wait(&s));
  P(sem_destroy(&s));
  ts.tv_nsec = 0;
  pthread_rwlockattr_t wa;
  P(pthread_rwlockattr_init(&wa));
  P(pthread_rwlockattr_setkind_np(&wa, 3));
  P(pthread_rwlockattr_setkind_np(&wa, -1));
  P(pthread_rwlockattr_setkind_np(&wa, PTHREAD_RWLOCK_PREFER_WRITER_NP));
  P(pthread_rwlockattr_setpshared(&wa, 5));
  P(pthread_rwlockattr_setpshared(&wa, 1));
  G(pthread_rwlockattr_getkind_np, &wa);
  G(pthread_rwlockattr_getpshared, &wa);
  P(pthread_rwlock_init(&w, &wa));
  P(pthread_rwlock_tryrdlock(&w));
  P(pthread_rwlock_trywrlock(&w));
  P(pthread_rwlock_clockwrlock(&w, 99, &ts));
  P(pthread_rwlock_clockwrlock(&w, CLOCK_MONOTONIC, &ts));
  P(pthread_rwlock_unlock(&w));
  P(pthread_rwlock_wrlock(&w));
  P(pthread_rwlock_tryrdlock(&w));
  P(pthread_rwlock_clockrdlock(&w, 99, &ts));
  P(pthread_rwlock_unlock(&w));
  pthread_barrierattr_t ba;
  P(pthread_barrierattr_init(&ba));
  P(pthread_barrierattr_setpshared(&ba, 9));
  P(pthread_barrierattr_setpshared(&ba, 1));
  G(pthread_barrierattr_getpshared, &ba);
  P(pthread_barrier_init(&b, 0, 0));
  P(pthread_barrier_init(&b, &ba, 1));
  P(pthread_barrier_wait(&b));
  P(pthread_barrier_destroy(&b));
  pthread_spin_init(&sp, 0);
  P(pthread_spin_lock(&sp));
  P(pthread_spin_trylock(&sp));
  P(pthread_spin_unlock(&sp));
  pthread_condattr_t ca;
  P(pthread_condattr_init(&ca));
  G(pthread_condattr_getclock, &ca);
  P(pthread_condattr_setclock(&ca, 99));
  P(pthread_condattr_setclock(&ca, CLOCK_MONOTONIC));
  P(pthread_condattr_setclock(&ca, CLOCK_PROCESS_CPUTIME_ID));
  P(pthread_condattr_setpshared(&ca, 2));
  P(pthread_condattr_setpshared(&ca, 1));
  G(pthread_condattr_getclock, &ca);
  G(pthread_condattr_getpshared, &ca);
  P(pthread_cond_init(&c, 0));
  P(pthread_cond_signal(&c));
  pthread_mutex_lock(&m);
  P(pthread_cond_timedwait(&c, &m, &ts));
  P(pthread_cond_clockwait(&c, &m, 99, &ts));
  ts.tv_nsec = 1000000000;
  P(pthread_cond_timedwait(&c, &m, &ts));
  pthread_mutex_unlock(&m);
}

static void threads(void) {
  pthread_attr_t a;
  size_t size;
  struct sched_param priority = {5};
  P(pthread_attr_init(&a));
  P((pthread_attr_getguardsize(&a, &size), size));
  P(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
  P(pthread_attr_setdetachstate(&a, 9));
  P(pthread_attr_setstacksize(&a, 1));
  P(pthread_attr_setstacksize(&a, 1 << 16));
  P(pthread_attr_setguardsize(&a, 1 << 13));
  P(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS));
  P(pthread_attr_setscope(&a, 2));
  P(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM));
  P(pthread_attr_setinheritsched(&a, 2));
  P(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED));
  P(pthread_attr_setschedparam(&a, &priority));
  P(pthread_attr_setschedpolicy(&a, 3));
  P(pthread_attr_setschedpolicy(&a, SCHED_RR));
  P(pthread_attr_setschedparam(&a, &priority));
  G(pthread_attr_getdetachstate, &a);
  G(pthread_attr_getscope, &a);
  G(pthread_attr_getinheritsched, &a);
  G(pthread_attr_getschedpolicy, &a);
  priority.sched_priority = 0;
  P((pthread_attr_getschedparam(&a, &priority), priority.sched_priority));
  P(pthread_attr_setschedparam(&a, &(struct sched_param){0}));
  P((pthread_attr_getstacksize(&a, &size), size));
  P((pthread_attr_getguardsize(&a, &size), size));
  P(pthread_attr_destroy(&a));
  pthread_key_t q;
  P(pthread_key_create(&q, 0));
  P(pthread_setspecific(q, &m));
  P(pthread_getspecific(q) == &m);
  P(pthread_key_delete(q));
}

static void clocks(void) {
  P(clock_gettime(99, &ts));
  P(clock_gettime(10, &ts));
  P(clock_gettime(-1, &ts));
  P(clock_gettime(CLOCK_TAI, &ts));
  P(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts));
  P(clock_getres(99, &ts));
  P(clock_getres(CLOCK_MONOTONIC, 0));
  ts = (struct timespec){0, 1};
  P(clock_nanosleep(99, 0, &ts, 0));
  P(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &ts, 0));
  P(clock_nanosleep(CLOCK_MONOTONIC_RAW, 0, &ts, 0));
  P(clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, 0));
  P(timespec_get(&ts, 0));
  P(timespec_get(&ts, 77));
  P(timespec_get(&ts, TIME_UTC));
  P(nanosleep(&(struct timespec){0, 1000000000}, 0));
  P(nanosleep(&(struct timespec){-1, 0}, 0));
}

static void memory(void) {
  void *v;
  volatile size_t three = 3, most = -1;
  P(posix_memalign(&v, three, 8));
  P(posix_memalign(&v, 4, 8));
  P(aligned_alloc(three, 8) == 0);
  P(malloc(most) == 0);
  P(calloc(most, 2) == 0);
  P(realloc(0, most - 7) == 0);
}

static void numbers(void) {
  char *e;
  float f;
  double d;
  P(strtol("99999999999999999999", 0, 10));
  P(strtol("12abc", &e, 10));
  P(*e);
  P(strtoul("-1", 0, 0) == ULONG_MAX);
  P(strtol("z", &e, 36));
  P(strtol("", &e, 10));
  P(strtoll("0x", &e, 16));
  P(*e);
  P(strtol("1", 0, 1));
  P(strtol("1", 0, 37));
  P(strtoul("1", 0, -1));
  P(strtod("1e400", 0) > 1e308);
  P(strtod("-1e400", 0) < -1e308);
  P(strtod("inf", 0) > 1e308);
  P(strtod("1e-400", 0) == 0);
  P(strtod("0e-400", 0) == 0);
  P(strtod("1e-310", 0) > 0);
  P(strtod("0x1p-1074", 0) > 0);
  P(strtod("0x1p-1075", 0) > 0);
  P(strtod("0x1p2000", 0) > 0);
  P(strtod("0.000", 0) == 0);
  P(strtod("2.2250738585072014e-308", 0) > 0);
  P((f = strtof("1e39", 0), f > 3e38f));
  P((f = strtof("1e-50", 0), f == 0));
  P((f = strtof("1e-40", 0), f > 0));
  P((f = strtof("0x1p-149", 0), f > 0));
  P((f = strtof("0.1", 0), f * 1000));
  P((d = atof("1e999"), d > 1e308));
  P(strtod("nan", 0) == 0);
  P(strtod("0x1.8p1", &e) * 10);
  P(strtod("  -.5e1x", &e) * 10);
  P(*e);
  P(atoi("-"));
  P(strlen(strerror(ENOMEM)));
}

int main(void) {
  mutexes();
  others();
  threads();
  clocks();
  memory();
  numbers();
}

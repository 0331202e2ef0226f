/*
 * Locks and conditions with deadlines of either clock, private and shared by processes; mutexes whose owner has ended. Each word is
 * a program. It prints what the calls return: 0, or `late` if the deadline has passed and not before.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC};
static int shared, data;

static struct timespec in(clockid_t clock, long milliseconds) {
  struct timespec at;
  clock_gettime(clock, &at);
  at.tv_nsec += milliseconds * 1000000;
  at.tv_sec += at.tv_nsec / 1000000000;
  at.tv_nsec %= 1000000000;
  return at;
}
static long since(struct timespec then) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - then.tv_sec) * 1000 + (now.tv_nsec - then.tv_nsec) / 1000000;
}
static int is_clean = 1;
static void show(const char *name, int result, struct timespec began) {
  if (result == -1) result = errno;
  int expected = result == 0 ? since(began) < 5000 : result == ETIMEDOUT && since(began) >= 95 && since(began) < 5000;
  if (!expected) {
    is_clean = 0;
    printf("%s %s after %ld ms\n", name, strerror(result), since(began));
  }
}
#define TIMED(milliseconds, clock, call) \
  do { \
    struct timespec began = in(CLOCK_MONOTONIC, 0), at = in(clock, milliseconds); \
    (void)at; \
    show(#call, call, began); \
  } while (0)

static pthread_mutex_t mutex;
static pthread_rwlock_t lock;
static pthread_cond_t condition;
static sem_t *semaphore;
static int step;

static void *holder(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  sem_post(arg);
  usleep(900000);
  data++;
  pthread_rwlock_unlock(&lock);
  pthread_mutex_unlock(&mutex);
  usleep(100000);
  pthread_mutex_lock(&mutex);
  step = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  data = 7;
  sem_post(semaphore);
  return arg;
}

static void make(clockid_t clock) {
  pthread_mutexattr_t m;
  pthread_mutexattr_init(&m);
  pthread_mutexattr_setpshared(&m, shared);
  pthread_mutex_init(&mutex, &m);
  pthread_rwlockattr_t l;
  pthread_rwlockattr_init(&l);
  pthread_rwlockattr_setpshared(&l, shared);
  pthread_rwlock_init(&lock, &l);
  pthread_condattr_t c;
  pthread_condattr_init(&c);
  pthread_condattr_setpshared(&c, shared);
  pthread_condattr_setclock(&c, clock);
  pthread_cond_init(&condition, &c);
  step = 0;
}

static void with_deadlines(clockid_t clock) {
  make(clock);
  sem_t held;
  sem_init(&held, shared, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, holder, &held);
  TIMED(5000, clock, sem_clockwait(&held, clock, &at));
  TIMED(100, clock, pthread_mutex_clocklock(&mutex, clock, &at));
  TIMED(100, clock, pthread_rwlock_clockrdlock(&lock, clock, &at));
  TIMED(100, clock, pthread_rwlock_clockwrlock(&lock, clock, &at));
  TIMED(100, clock, sem_clockwait(semaphore, clock, &at));
  if (clock == CLOCK_REALTIME) {
    TIMED(100, clock, pthread_mutex_timedlock(&mutex, &at));
    TIMED(100, clock, pthread_rwlock_timedrdlock(&lock, &at));
    TIMED(100, clock, sem_timedwait(semaphore, &at));
  }
  TIMED(4000, clock, pthread_rwlock_clockwrlock(&lock, clock, &at));
  data++;
  pthread_rwlock_unlock(&lock);
  TIMED(4000, clock, pthread_mutex_clocklock(&mutex, clock, &at));
  TIMED(100, clock, step ? ETIMEDOUT : pthread_cond_timedwait(&condition, &mutex, &at));
  while (!step) TIMED(4000, clock, pthread_cond_clockwait(&condition, &mutex, clock, &at));
  pthread_mutex_unlock(&mutex);
  TIMED(4000, clock, sem_clockwait(semaphore, clock, &at));
  printf("%d\n", data);
  pthread_join(thread, NULL);
}

static mtx_t c11_mutex;
static cnd_t c11_condition;
static int c11_holder(void *arg) {
  mtx_lock(&c11_mutex);
  sem_post(arg);
  usleep(300000);
  data = 3;
  mtx_unlock(&c11_mutex);
  return 0;
}
static void c11(void) {
  sem_t held;
  sem_init(&held, 0, 0);
  mtx_init(&c11_mutex, mtx_timed);
  cnd_init(&c11_condition);
  thrd_t thread;
  thrd_create(&thread, c11_holder, &held);
  sem_wait(&held);
  TIMED(100, CLOCK_REALTIME, mtx_timedlock(&c11_mutex, &at) == thrd_timedout ? ETIMEDOUT : EINVAL);
  TIMED(4000, CLOCK_REALTIME, mtx_timedlock(&c11_mutex, &at));
  TIMED(100, CLOCK_REALTIME, cnd_timedwait(&c11_condition, &c11_mutex, &at) == thrd_timedout ? ETIMEDOUT : EINVAL);
  printf("%d\n", data);
  mtx_unlock(&c11_mutex);
  thrd_join(thread, NULL);
}

/* A mutex whose owner ends. */
static sem_t taken;
static int is_slow;
static void *ends(void *unused) {
  pthread_mutex_lock(&mutex);
  sem_post(&taken);
  if (is_slow) usleep(200000);
  data = 5;
  return unused;
}
static void *only_takes(void *unused) {
  pthread_mutex_lock(&mutex);
  sem_post(&taken);
  return unused;
}
static void *takes_nothing(void *unused) {
  data = 6; /* a race */
  return unused;
}
static int by_lock(void) { return pthread_mutex_lock(&mutex); }
static int by_deadline(void) {
  struct timespec at = in(CLOCK_MONOTONIC, 5000);
  return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &at);
}
static int by_trying(void) {
  int result;
  while ((result = pthread_mutex_trylock(&mutex)) == EBUSY) usleep(1000);
  return result;
}
static void robust(int protocol) {
  pthread_mutexattr_t m;
  pthread_mutexattr_init(&m);
  pthread_mutexattr_setpshared(&m, shared);
  pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setprotocol(&m, protocol);
  int (*ways[])(void) = {by_lock, by_deadline, by_trying};
  for (int way = 0; way < 6; way++) {
    is_slow = way >= 3;
    sem_init(&taken, 0, 0);
    pthread_mutex_init(&mutex, &m);
    pthread_t thread;
    pthread_create(&thread, NULL, ends, NULL);
    sem_wait(&taken);
    int result = ways[way % 3]();
    if (result != EOWNERDEAD) printf("%s\n", strerror(result));
    printf("%d", data);
    pthread_mutex_consistent(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    result = pthread_mutex_lock(&mutex);
    if (result != 0) printf("%s\n", strerror(result));
    data = 0;
    pthread_mutex_unlock(&mutex);
  }
  printf("\n");
}
/* Another thread has ended, too, which has nothing to do with it. */
static void beside(void) {
  pthread_mutexattr_t m;
  pthread_mutexattr_init(&m);
  pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &m);
  sem_init(&taken, 0, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, takes_nothing, NULL);
  pthread_create(&b, NULL, only_takes, NULL);
  sem_wait(&taken);
  usleep(50000);
  int result = pthread_mutex_lock(&mutex);
  int seen = data; /* a race */
  printf("%d %d\n", result == EOWNERDEAD, seen);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

/* What another process signals. */
struct both_have {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_barrier_t barrier;
  pthread_spinlock_t spin;
  int value;
};
static void *waits(void *arg) {
  struct both_have *have = arg;
  pthread_mutex_lock(&have->mutex);
  while (have->value == 0) pthread_cond_wait(&have->condition, &have->mutex);
  pthread_mutex_unlock(&have->mutex);
  pthread_barrier_wait(&have->barrier);
  pthread_spin_lock(&have->spin);
  printf("%d\n", have->value);
  pthread_spin_unlock(&have->spin);
  return arg;
}
static void processes(void) {
  struct both_have *have =
      mmap(NULL, sizeof *have, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  shared = PTHREAD_PROCESS_SHARED;
  make(CLOCK_REALTIME);
  have->mutex = mutex;
  have->condition = condition;
  pthread_barrierattr_t b;
  pthread_barrierattr_init(&b);
  pthread_barrierattr_setpshared(&b, shared);
  pthread_barrier_init(&have->barrier, &b, 2);
  pthread_spin_init(&have->spin, shared);
  pthread_t thread;
  pid_t child = fork();
  if (child == 0) {
    usleep(200000);
    pthread_mutex_lock(&have->mutex);
    have->value = 8;
    pthread_cond_signal(&have->condition);
    pthread_mutex_unlock(&have->mutex);
    pthread_spin_lock(&have->spin);
    pthread_barrier_wait(&have->barrier);
    usleep(400000);
    have->value = 9;
    pthread_spin_unlock(&have->spin);
    _exit(0);
  }
  pthread_create(&thread, NULL, waits, have);
  pthread_join(thread, NULL);
  waitpid(child, NULL, 0);
}

/* A barrier for processes that threads use. */
static pthread_barrier_t barrier;
static int halves[2];
static void *half(void *arg) {
  int me = arg != NULL;
  halves[me] = 10 + me;
  pthread_barrier_wait(&barrier);
  if (halves[1 - me] != 11 - me) abort();
  return NULL;
}
static void barriers(void) {
  pthread_barrierattr_t b;
  pthread_barrierattr_init(&b);
  pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&barrier, &b, 2);
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, half, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("21\n");
}

int main(int argc, char **argv) {
  const char *what = argv[argc - 1];
  setvbuf(stdout, NULL, _IONBF, 0);
  char name[64];
  snprintf(name, sizeof name, "/fencepost-deadlines-%d", (int)getpid());
  semaphore = sem_open(name, O_CREAT, 0600, 0);
  sem_unlink(name);
  if (strcmp(what, "private") == 0 || strcmp(what, "shared") == 0) {
    shared = what[0] == 's' ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    for (int i = 0; i < 2; i++) with_deadlines(clocks[i]);
  } else if (strcmp(what, "c11") == 0) c11();
  else if (strcmp(what, "robust") == 0) robust(PTHREAD_PRIO_NONE);
  else if (strcmp(what, "robust-shared") == 0) {
    shared = PTHREAD_PROCESS_SHARED;
    robust(PTHREAD_PRIO_NONE);
  } else if (strcmp(what, "robust-inherit") == 0) robust(PTHREAD_PRIO_INHERIT);
  else if (strcmp(what, "beside") == 0) beside();
  else if (strcmp(what, "processes") == 0) processes();
  else if (strcmp(what, "barriers") == 0) barriers();
  return is_clean ? 0 : 1;
}

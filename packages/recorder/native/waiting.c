/*
 * Conditions, semaphores, barriers, and what is done once.
 *
 * Replaces their functions. Offers `wait_for` and `signal_one_or_all` to c11.c.
 */

/* Flags of a condition, as the C library has them. */
enum { CONDITION_SHARED = 1, CONDITION_MONOTONIC = 2 };

/* Other processes may signal it. */
static int is_shared_condition(const pthread_cond_t *c) { return (c->__data.__wrefs & CONDITION_SHARED) != 0; }

static clockid_t clock_of(const pthread_cond_t *c) {
  return (c->__data.__wrefs & CONDITION_MONOTONIC) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static int wait_for_shared(struct thread *t, pthread_cond_t *c, pthread_mutex_t *m, const struct deadline *d, u64 pc) {
  emit_object(t, m, RELEASE, 0, pc);
  pid_t before = m->__data.__owner;
  go_outside(t);
  int failed = d == NULL                  ? real.pthread_cond_wait(c, m)
               : d->clock == clock_of(c) ? real.pthread_cond_timedwait(c, m, &d->at)
                                          : real.pthread_cond_clockwait(c, m, d->clock, &d->at);
  come_back(t);
  emit_object(t, c, ACQ_REL, t->id + 1, pc);
  emit_object(t, m, ACQUIRE, t->id + 1, pc);
  after_dead_owner(t, failed, before, pc);
  return failed;
}

/* Conditions are the scheduler's alone: the real one is used only where nothing is recorded, or processes share it. */
static int wait_for(struct thread *t, pthread_cond_t *c, pthread_mutex_t *m, const struct deadline *d, u64 pc) {
  if (is_shared_condition(c) && is_shared(m)) return wait_for_shared(t, c, m, d, pc);
  int failed = real.pthread_mutex_unlock(m);
  if (failed) return failed;
  emit_object(t, m, RELEASE, 0, pc);
  wake(m, 1);
  int in_time = block(t, c, "a condition", d, pc);
  emit_object(t, c, ACQ_REL, t->id + 1, pc);
  failed = lock_mutex(t, m, NULL, pc);
  return failed ? failed : in_time ? 0 : ETIMEDOUT;
}

/* If no thread waits, the C library reads the object, and does nothing. Other processes are unknown. */
static int signal_one_or_all(struct thread *t, pthread_cond_t *c, int all, u64 pc) {
  if (!is_shared_condition(c) && !has_waiters(c)) return 0;
  drain_first(t);
  emit_object(t, c, ACQ_REL, t->id + 1, pc);
  wake(c, all);
  if (is_shared_condition(c)) return all ? real.pthread_cond_broadcast(c) : real.pthread_cond_signal(c);
  return 0;
}

/* A call that drains the store buffer, and orders nothing. */
static int drained(struct thread *t, int result, u64 pc) {
  emit_fence(t, SEQ_CST, pc);
  return result;
}

/* A cancellation point, with the mutex held again. */
#define WAIT_STEP(passive, deadline) \
  need_real(); \
  struct thread *t = enter(); \
  if (t == NULL) return passive; \
  step(t, COST_LOCK); \
  int result = wait_for(t, c, m, deadline, CALLER); \
  notice_cancellation(t); \
  leave(t); \
  pthread_testcancel(); \
  return result

EXPORT int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  WAIT_STEP(real.pthread_cond_wait(c, m), NULL);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *at) {
  struct deadline d = {clock_of(c), *at};
  WAIT_STEP(real.pthread_cond_timedwait(c, m, at), &d);
}
EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  WAIT_STEP(real.pthread_cond_clockwait(c, m, clock, at), &d);
}
EXPORT int pthread_cond_signal(pthread_cond_t *c) {
  LOOK_STEP(real.pthread_cond_signal(c), signal_one_or_all(t, c, 0, CALLER));
}
EXPORT int pthread_cond_broadcast(pthread_cond_t *c) {
  LOOK_STEP(real.pthread_cond_broadcast(c), signal_one_or_all(t, c, 1, CALLER));
}

EXPORT int pthread_cond_destroy(pthread_cond_t *c) {
  STEP(real.pthread_cond_destroy(c), drained(t, real.pthread_cond_destroy(c), CALLER));
}

EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  STEP(real.pthread_key_create(key, destructor), drained(t, real.pthread_key_create(key, destructor), CALLER));
}
EXPORT int pthread_key_delete(pthread_key_t key) {
  STEP(real.pthread_key_delete(key), drained(t, real.pthread_key_delete(key), CALLER));
}

static int is_empty(sem_t *s) {
  int value = 0;
  return sem_getvalue(s, &value) == 0 && value <= 0;
}

static int try_semaphore(void *s) {
  if (real.sem_trywait(s) == 0) return 0;
  return errno == EAGAIN ? EBUSY : errno;
}

/* Its third word says whether other processes use it. */
static int is_shared_semaphore(const sem_t *s) { return ((const int *)s)[2] != 0; }

static int with_errno(int failed) {
  if (failed == 0) return 0;
  errno = failed;
  return -1;
}

static int wait_semaphore(struct thread *t, sem_t *s, const struct deadline *d, u64 pc) {
  int failed = try_semaphore(s);
  if (failed == EBUSY && is_shared_semaphore(s)) {
    go_outside(t);
    failed = (d == NULL ? real.sem_wait(s) : REAL_WITH_DEADLINE(sem_timedwait, sem_clockwait, s, d)) == 0 ? 0 : errno;
    come_back(t);
  } else if (failed == EBUSY) {
    do {
      failed = block(t, s, SEMAPHORE_WAIT, d, pc) ? try_semaphore(s) : ETIMEDOUT;
      may_be_cancelled(t);
    } while (failed == EBUSY);
  }
  if (failed == 0) emit_object(t, s, ACQUIRE, is_empty(s), pc);
  else if (failed == ETIMEDOUT) emit_fence(t, SEQ_CST, pc);
  return with_errno(failed);
}

EXPORT int sem_wait(sem_t *s) { STEP(real.sem_wait(s), wait_semaphore(t, s, NULL, CALLER)); }
EXPORT int sem_timedwait(sem_t *s, const struct timespec *at) {
  struct deadline d = real_time(at);
  STEP(real.sem_timedwait(s, at), wait_semaphore(t, s, &d, CALLER));
}
EXPORT int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  STEP(real.sem_clockwait(s, clock, at), wait_semaphore(t, s, &d, CALLER));
}
static int try_semaphore_once(struct thread *t, sem_t *s, u64 pc) {
  if (!is_empty(s)) drain_first(t);
  int failed = try_semaphore(s);
  if (failed == 0) emit_object(t, s, ACQUIRE, is_empty(s), pc);
  else if (failed == EBUSY) emit_look(t, s, RELAXED, pc);
  return with_errno(failed == EBUSY ? EAGAIN : failed);
}
EXPORT int sem_trywait(sem_t *s) { LOOK_STEP(real.sem_trywait(s), try_semaphore_once(t, s, CALLER)); }

static int post(struct thread *t, sem_t *s, u64 pc) {
  int failed = real.sem_post(s);
  if (failed) return failed;
  emit_object(t, s, RELEASE, is_empty(s), pc);
  wake(s, 1);
  return 0;
}
/* Within a signal handler that has interrupted a hook, the watchdog wakes the waiting threads. */
static int post_passively(sem_t *s) {
  int failed = real.sem_post(s);
  if (recording) posted_by_handler = 1;
  return failed;
}
EXPORT int sem_post(sem_t *s) { STEP(post_passively(s), post(t, s, CALLER)); }

/* Barriers: how many have come, by address. The real one knows only how to wait. */
struct barrier {
  const void *at;
  u32 wanted, arrived, round;
};
#define MOST_BARRIERS 4096
static struct barrier barriers[MOST_BARRIERS];
static volatile int barrier_lock;

static struct barrier *barrier_at(const void *at, int make) {
  struct barrier *free_one = NULL;
  for (u32 i = 0; i < MOST_BARRIERS; i++) {
    if (barriers[i].at == at) return &barriers[i];
    if (free_one == NULL && barriers[i].at == NULL) free_one = &barriers[i];
  }
  return make ? free_one : NULL;
}

EXPORT int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned count) {
  need_real();
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (a != NULL) pthread_barrierattr_getpshared(a, &shared);
  while (__atomic_exchange_n(&barrier_lock, 1, __ATOMIC_ACQUIRE)) real.sched_yield();
  struct barrier *known = shared == PTHREAD_PROCESS_PRIVATE ? barrier_at(b, 1) : NULL;
  if (known != NULL) *known = (struct barrier){b, count, 0, 0};
  __atomic_store_n(&barrier_lock, 0, __ATOMIC_RELEASE);
  return real.pthread_barrier_init(b, a, count);
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *b) {
  need_real();
  while (__atomic_exchange_n(&barrier_lock, 1, __ATOMIC_ACQUIRE)) real.sched_yield();
  struct barrier *known = barrier_at(b, 0);
  if (known != NULL) known->at = NULL;
  __atomic_store_n(&barrier_lock, 0, __ATOMIC_RELEASE);
  STEP(real.pthread_barrier_destroy(b), drained(t, real.pthread_barrier_destroy(b), CALLER));
}

static int wait_barrier(struct thread *t, pthread_barrier_t *b, u64 pc) {
  struct barrier *known = barrier_at(b, 0);
  if (known == NULL) {
    emit_object(t, b, ACQ_REL, 1, pc);
    go_outside(t);
    int result = real.pthread_barrier_wait(b);
    come_back(t);
    emit_object(t, b, ACQ_REL, 0, pc);
    return result;
  }
  emit_object(t, b, ACQ_REL, ++known->arrived, pc);
  int is_last = known->arrived == known->wanted;
  if (is_last) {
    known->arrived = 0;
    known->round++;
    wake(b, 1);
  } else {
    for (u32 round = known->round; known->round == round;) block(t, b, "a barrier", NULL, pc);
  }
  emit_object(t, b, ACQ_REL, 0, pc);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *b) {
  STEP(real.pthread_barrier_wait(b), wait_barrier(t, b, CALLER));
}

/* What is done once. The C library's own states: 0 never, 1 in progress, 2 done. An exception puts it back. */
static void once_undone(pthread_once_t **control) {
  if (*control == NULL) return;
  **control = 0;
  struct thread *t = enter();
  if (t == NULL) return;
  wake(*control, 1);
  leave(t);
}

EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  need_real();
  u64 pc = CALLER;
  struct thread *t = enter();
  if (t == NULL) return real.pthread_once(control, routine);
  step(t, COST_LOOK);
  if (*control == 2) {
    emit_look(t, control, ACQUIRE, pc);
    leave(t);
    return 0;
  }
  drain_first(t);
  while (*control == 1) block(t, control, "what is done once", NULL, pc);
  if (*control == 0) {
    *control = 1;
    emit_object(t, control, ACQUIRE, 0, pc);
    leave(t);
    {
      __attribute__((cleanup(once_undone))) pthread_once_t *undo = control;
      routine();
      undo = NULL;
    }
    t = enter();
    *control = 2;
    if (t == NULL) return 0;
    emit_object(t, control, RELEASE, 0, pc);
    wake(control, 1);
  } else {
    emit_object(t, control, ACQUIRE, 0, pc);
  }
  leave(t);
  return 0;
}

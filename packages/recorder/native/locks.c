/*
 * Locks. The real lock is taken with its non-blocking function, so its type and its state stay what they are; a
 * thread that has to wait gives the baton away and tries again when another thread has released it.
 *
 * Replaces mutexes, spin locks and locks of streams. Offers `acquire`, `try_once` and `try_or_look` (any lock), `lock_mutex`, `unlock_mutex`, `real_time`.
 */
typedef int (*attempt)(void *);

static int acquire(struct thread *t, void *object, attempt try, const char *what, const struct deadline *d, u64 pc) {
  for (;;) {
    int result = try(object);
    if (result != EBUSY) return result;
    if (!block(t, object, what, d, pc)) return ETIMEDOUT;
  }
}

static int has_taken(int result) { return result == 0 || result == EOWNERDEAD; }

static int try_mutex(void *m) { return real.pthread_mutex_trylock(m); }

/* Shared with other processes: their steps are not ours. */
static int is_shared(const pthread_mutex_t *m) { return (m->__data.__kind & 128) != 0; }

/* A real lock with a deadline of any clock: the older functions know the real time only. */
#define REAL_WITH_DEADLINE(timed, clocked, object, d) \
  ((d)->clock == CLOCK_REALTIME ? real.timed(object, &(d)->at) : real.clocked(object, (d)->clock, &(d)->at))

static int really_lock(struct thread *t, pthread_mutex_t *m, const struct deadline *d) {
  go_outside(t);
  int result = d == NULL ? real.pthread_mutex_lock(m)
                         : REAL_WITH_DEADLINE(pthread_mutex_timedlock, pthread_mutex_clocklock, m, d);
  come_back(t);
  return result;
}

/* Robust: the thread that gets it after its owner ended without unlocking it gets EOWNERDEAD. */
static int is_robust(const pthread_mutex_t *m) { return (m->__data.__kind & 16) != 0; }

static struct thread *last_with(pid_t tid) {
  for (u32 i = thread_count; i-- > 0;) {
    if (all_threads[i].tid == tid) return &all_threads[i];
  }
  return NULL;
}

/* When its owner has ended for us, the kernel is about to release it, and wakes no thread that we know. */
static int wait_robust(struct thread *t, pthread_mutex_t *m, const struct deadline *d, u64 pc) {
  for (;;) {
    int result = try_mutex(m);
    if (result != EBUSY) return result;
    const struct thread *holder = last_with(m->__data.__owner);
    if (holder == NULL || holder->state == DONE) return really_lock(t, m, d);
    if (!block(t, m, ROBUST_WAIT, d, pc)) return ETIMEDOUT;
  }
}

/* Its last owner has ended: all that it did comes before. */
static void after_dead_owner(struct thread *t, int result, pid_t before, u64 pc) {
  struct thread *dead = result == EOWNERDEAD ? last_with(before) : NULL;
  if (dead != NULL) emit_object(t, &dead->end, ACQUIRE, 1, pc);
}

/* Locking it again is adding 1, and so is unlocking it but the last time. */
static int holds_recursive(const pthread_mutex_t *m, const struct thread *t) {
  return (m->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE && m->__data.__owner == t->tid;
}

/* By a thread that is alive. */
static int is_taken(const pthread_mutex_t *m) { return (m->__data.__lock & ~FUTEX_WAITERS & ~FUTEX_OWNER_DIED) != 0; }

static int locks_itself(const pthread_mutex_t *m, const struct thread *t) {
  return (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK && m->__data.__owner == t->tid;
}

/* Locking by a thread that would not have waited for ever. packages/recording/src/format/layout.ts has the same number. */
#define TRIED (1 << 24)
#define TRIED_BY(t) ((t)->id + 1 + TRIED)

/* A wait that is over has drained the store buffer, too. */
static int try_taken(struct thread *t, void *object, int result, const struct deadline *d, u64 pc) {
  if (has_taken(result)) emit_object(t, object, ACQUIRE, d == NULL ? t->id + 1 : TRIED_BY(t), pc);
  else if (result == ETIMEDOUT) emit_fence(t, SEQ_CST, pc);
  return result;
}

static int lock_mutex(struct thread *t, pthread_mutex_t *m, const struct deadline *d, u64 pc) {
  if (holds_recursive(m, t)) return try_mutex(m);
  drain_first(t);
  pid_t before = m->__data.__owner;
  int result = try_mutex(m);
  if (result == EBUSY && locks_itself(m, t)) return EDEADLK;
  if (result == EBUSY && is_shared(m)) result = really_lock(t, m, d);
  else if (result == EBUSY && is_robust(m)) result = wait_robust(t, m, d, pc);
  else if (result == EBUSY) result = acquire(t, m, try_mutex, MUTEX_WAIT, d, pc);
  try_taken(t, m, result, d, pc);
  after_dead_owner(t, result, before, pc);
  return result;
}

static int unlock_mutex(struct thread *t, pthread_mutex_t *m, u64 pc) {
  if (holds_recursive(m, t) && m->__data.__count > 1) return real.pthread_mutex_unlock(m);
  drain_first(t);
  int result = real.pthread_mutex_unlock(m);
  if (result == 0) {
    emit_object(t, m, RELEASE, 0, pc);
    wake(m, 1);
  }
  return result;
}

/* The body of an exported function: nothing is recorded, or one step. */
#define STEP_OF(cost, passive, active) \
  need_real(); \
  struct thread *t = begin(cost); \
  if (t == NULL) return passive; \
  int result = active; \
  leave(t); \
  return result
#define STEP(passive, active) STEP_OF(COST_LOCK, passive, active)
/* One that may drain nothing. */
#define LOOK_STEP(passive, active) STEP_OF(COST_LOOK, passive, active)

static struct deadline real_time(const struct timespec *at) { return (struct deadline){CLOCK_REALTIME, *at}; }

EXPORT int pthread_mutex_lock(pthread_mutex_t *m) {
  LOOK_STEP(real.pthread_mutex_lock(m), lock_mutex(t, m, NULL, CALLER));
}
EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *at) {
  struct deadline d = real_time(at);
  LOOK_STEP(real.pthread_mutex_timedlock(m, at), lock_mutex(t, m, &d, CALLER));
}
EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  LOOK_STEP(real.pthread_mutex_clocklock(m, clock, at), lock_mutex(t, m, &d, CALLER));
}
EXPORT int pthread_mutex_unlock(pthread_mutex_t *m) {
  LOOK_STEP(real.pthread_mutex_unlock(m), unlock_mutex(t, m, CALLER));
}

/* Tries once, with an instruction that drains the store buffer whatever comes of it. */
static int try_once(struct thread *t, void *object, attempt try, u64 pc) {
  int result = try(object);
  if (has_taken(result)) emit_object(t, object, ACQUIRE, TRIED_BY(t), pc);
  else if (result == EBUSY) emit_failed_object(t, object, pc);
  return result;
}

/* Tries once, after a look; the caller has drained the store buffer if that found it free. */
static int try_or_look(struct thread *t, void *object, attempt try, u64 pc) {
  int result = try(object);
  if (has_taken(result)) emit_object(t, object, ACQUIRE, TRIED_BY(t), pc);
  else if (result == EBUSY) emit_look(t, object, RELAXED, pc);
  return result;
}

static int try_mutex_once(struct thread *t, pthread_mutex_t *m, u64 pc) {
  if (holds_recursive(m, t)) return try_mutex(m);
  if (!is_taken(m)) drain_first(t);
  pid_t before = m->__data.__owner;
  int result = try_or_look(t, m, try_mutex, pc);
  after_dead_owner(t, result, before, pc);
  return result;
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m) {
  LOOK_STEP(real.pthread_mutex_trylock(m), try_mutex_once(t, m, CALLER));
}

static int try_spin(void *l) { return real.pthread_spin_trylock(l); }

static int lock_other(struct thread *t, void *object, attempt try, const char *what, const struct deadline *d, u64 pc) {
  return try_taken(t, object, acquire(t, object, try, what, d, pc), d, pc);
}

/* For an event that is not announced. */
static void wait_a_moment(struct thread *t, const void *object, u64 pc) {
  struct deadline soon = {CLOCK_MONOTONIC, {0, 0}};
  clock_gettime(soon.clock, &soon.at);
  soon.at.tv_nsec += 1000000;
  if (soon.at.tv_nsec >= 1000000000) soon.at = (struct timespec){soon.at.tv_sec + 1, soon.at.tv_nsec - 1000000000};
  block(t, object, NULL, &soon, pc);
}

static int unlock_other(struct thread *t, void *object, int failed, u64 pc) {
  if (failed) return failed;
  emit_object(t, object, RELEASE, 0, pc);
  wake(object, 1);
  return 0;
}

#define SPIN_BYTES sizeof(pthread_spinlock_t)

static int try_spin_now(struct thread *t, void *l, u64 pc) {
  if (UNLIKELY(steering)) meet(t, (u64)l, SPIN_BYTES, pc);
  return try_spin(l);
}

/* Another process may have it, if there are others: it wakes no thread. Nor does a store that waits, once it is in memory. */
static int lock_spin(struct thread *t, void *l, u64 pc) {
  for (;;) {
    int result = try_spin_now(t, l, pc);
    if (result != EBUSY) return try_taken(t, l, result, NULL, pc);
    if (has_processes) wait_a_moment(t, l, pc);
    else if (is_awaited(t, (u64)l, SPIN_BYTES)) {
      step(t, COST_ATOMIC);
      give_way(t);
    } else block(t, l, "a spin lock", NULL, pc);
  }
}

static int try_spin_once(struct thread *t, void *l, u64 pc) {
  if (UNLIKELY(steering)) meet(t, (u64)l, SPIN_BYTES, pc);
  return try_once(t, l, try_spin, pc);
}

/* A plain store, which waits like others. */
static int unlock_spin(struct thread *t, pthread_spinlock_t *l, u64 pc) {
  if (UNLIKELY(steering)) {
    if (steering == STEER_ARM64) await_drain(t);
    meet(t, (u64)l, SPIN_BYTES, pc);
    before_store(t, (u64)l, SPIN_BYTES);
  }
  int failed = real.pthread_spin_unlock(l);
  if (failed) return failed;
  if (UNLIKELY(steering)) {
    keep_order(t);
    after_store(t, (u64)l, SPIN_BYTES, pc);
  }
  emit_object_store(t, (void *)l, 0, pc);
  wake((void *)l, 1);
  return 0;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *l) {
  STEP(real.pthread_spin_lock(l), lock_spin(t, (void *)l, CALLER));
}
EXPORT int pthread_spin_trylock(pthread_spinlock_t *l) {
  STEP(real.pthread_spin_trylock(l), try_spin_once(t, (void *)l, CALLER));
}
EXPORT int pthread_spin_unlock(pthread_spinlock_t *l) {
  LOOK_STEP(real.pthread_spin_unlock(l), unlock_spin(t, l, CALLER));
}

/* The locks of streams, which may be taken more than once. Within the C library, streams lock themselves in other ways. */
static int try_stream(void *stream) { return real.ftrylockfile(stream) == 0 ? 0 : EBUSY; }

EXPORT void flockfile(FILE *stream) {
  need_real();
  struct thread *t = begin(COST_LOCK);
  if (t == NULL) {
    real.flockfile(stream);
    return;
  }
  lock_other(t, stream, try_stream, "a stream", NULL, CALLER);
  leave(t);
}
EXPORT int ftrylockfile(FILE *stream) { STEP(real.ftrylockfile(stream), try_once(t, stream, try_stream, CALLER)); }
EXPORT void funlockfile(FILE *stream) {
  need_real();
  struct thread *t = begin(COST_LOCK);
  real.funlockfile(stream);
  if (t == NULL) return;
  unlock_other(t, stream, 0, CALLER);
  leave(t);
}

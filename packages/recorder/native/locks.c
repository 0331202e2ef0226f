/*
 * Locks. The real lock is taken with its non-blocking function, so its type and its state stay what they are; a
 * thread that has to wait gives the baton away and tries again when somebody has released it.
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

static int locks_itself(const pthread_mutex_t *m, const struct thread *t) {
  return (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK && m->__data.__owner == t->tid;
}

static int lock_mutex(struct thread *t, pthread_mutex_t *m, const struct deadline *d, u64 pc) {
  int result = try_mutex(m);
  if (result == EBUSY && locks_itself(m, t)) return EDEADLK;
  if (result == EBUSY && is_shared(m)) {
    go_outside(t);
    result = d == NULL ? real.pthread_mutex_lock(m) : real.pthread_mutex_timedlock(m, &d->at);
    come_back(t);
  } else if (result == EBUSY) {
    result = acquire(t, m, try_mutex, MUTEX_WAIT, d, pc);
  }
  if (has_taken(result)) emit_object(t, m, ACQUIRE, t->id + 1, pc);
  return result;
}

static int unlock_mutex(struct thread *t, pthread_mutex_t *m, u64 pc) {
  int result = real.pthread_mutex_unlock(m);
  if (result == 0) {
    emit_object(t, m, RELEASE, 0, pc);
    wake(m, 1);
  }
  return result;
}

/* The body of an exported function: nothing is recorded, or one step. */
#define STEP(passive, active) \
  need_real(); \
  struct thread *t = begin(COST_LOCK); \
  if (t == NULL) return passive; \
  int result = active; \
  leave(t); \
  return result

static struct deadline real_time(const struct timespec *at) { return (struct deadline){CLOCK_REALTIME, *at}; }

EXPORT int pthread_mutex_lock(pthread_mutex_t *m) {
  STEP(real.pthread_mutex_lock(m), lock_mutex(t, m, NULL, CALLER));
}
EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *at) {
  struct deadline d = real_time(at);
  STEP(real.pthread_mutex_timedlock(m, at), lock_mutex(t, m, &d, CALLER));
}
EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  STEP(real.pthread_mutex_clocklock(m, clock, at), lock_mutex(t, m, &d, CALLER));
}
EXPORT int pthread_mutex_unlock(pthread_mutex_t *m) {
  STEP(real.pthread_mutex_unlock(m), unlock_mutex(t, m, CALLER));
}

/* Tries once. */
static int try_once(struct thread *t, void *object, attempt try, u64 pc) {
  int result = try(object);
  if (has_taken(result)) emit_object(t, object, ACQUIRE, t->id + 1, pc);
  else if (result == EBUSY) emit_failed_object(t, object, pc);
  return result;
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m) {
  STEP(real.pthread_mutex_trylock(m), try_once(t, m, try_mutex, CALLER));
}

static int try_spin(void *l) { return real.pthread_spin_trylock(l); }

static int lock_other(struct thread *t, void *object, attempt try, const char *what, const struct deadline *d, u64 pc) {
  int result = acquire(t, object, try, what, d, pc);
  if (has_taken(result)) emit_object(t, object, ACQUIRE, t->id + 1, pc);
  return result;
}

static int unlock_other(struct thread *t, void *object, int failed, u64 pc) {
  if (failed) return failed;
  emit_object(t, object, RELEASE, 0, pc);
  wake(object, 1);
  return 0;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *l) {
  STEP(real.pthread_spin_lock(l), lock_other(t, (void *)l, try_spin, "a spin lock", NULL, CALLER));
}
EXPORT int pthread_spin_trylock(pthread_spinlock_t *l) {
  STEP(real.pthread_spin_trylock(l), try_once(t, (void *)l, try_spin, CALLER));
}
EXPORT int pthread_spin_unlock(pthread_spinlock_t *l) {
  STEP(real.pthread_spin_unlock(l), unlock_other(t, (void *)l, real.pthread_spin_unlock(l), CALLER));
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

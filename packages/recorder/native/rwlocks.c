/*
 * Read-write locks. Readers come after the writers before them, and writers after both; but readers are not ordered among
 * themselves, or what one of them writes would not race with what the next one does. So a lock is two objects: writers release
 * the first and readers the second; readers acquire the first, and writers both.
 *
 * Offers nothing to other parts.
 */
static const void *readers_of(const pthread_rwlock_t *l) { return (const char *)l + 8; }

static int try_read(void *l) { return real.pthread_rwlock_tryrdlock(l); }
static int try_write(void *l) { return real.pthread_rwlock_trywrlock(l); }

/* Readers keep only writers away, and their unlocking changes the other object. */
static u64 state_after(const struct thread *t, attempt try) { return try == try_read ? 0 : t->id + 1; }

static int can_take(pthread_rwlock_t *l, attempt try) { return try(l) == 0 && real.pthread_rwlock_unlock(l) == 0; }

static int wait_rwlock(struct thread *t, pthread_rwlock_t *l, attempt try, const struct deadline *d, u64 pc) {
  int result = try(l);
  if (result != EBUSY) return result;
  if (l->__data.__cur_writer == t->tid) return EDEADLK;
  if (l->__data.__shared == 0) return acquire(t, l, try, "a read-write lock", d, pc);
  /* Other processes use it. */
  go_outside(t);
  if (d == NULL) result = try == try_read ? real.pthread_rwlock_rdlock(l) : real.pthread_rwlock_wrlock(l);
  else if (try == try_read) result = REAL_WITH_DEADLINE(pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock, l, d);
  else result = REAL_WITH_DEADLINE(pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock, l, d);
  come_back(t);
  return result;
}

static int lock_rwlock(struct thread *t, pthread_rwlock_t *l, attempt try, const struct deadline *d, u64 pc) {
  int result = wait_rwlock(t, l, try, d, pc);
  if (result == ETIMEDOUT) emit_fence(t, SEQ_CST, pc);
  if (result != 0) return result;
  emit_object(t, l, ACQUIRE, state_after(t, try), pc);
  if (try == try_write) emit_object(t, readers_of(l), ACQUIRE, t->id + 1, pc);
  return 0;
}

static int try_rwlock(struct thread *t, pthread_rwlock_t *l, attempt try, u64 pc) {
  if (steering && can_take(l, try)) drain_first(t);
  int result = try(l);
  if (result == 0) emit_object(t, l, ACQUIRE, state_after(t, try), pc);
  else if (result == EBUSY) emit_look(t, l, RELAXED, pc);
  if (result == 0 && try == try_write) emit_object(t, readers_of(l), ACQUIRE, t->id + 1, pc);
  return result;
}

static int unlock_rwlock(struct thread *t, pthread_rwlock_t *l, u64 pc) {
  int writes = l->__data.__cur_writer == t->tid;
  int failed = real.pthread_rwlock_unlock(l);
  if (failed) return failed;
  emit_object(t, writes ? l : readers_of(l), RELEASE, 0, pc);
  wake(l, 1);
  return 0;
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  STEP(real.pthread_rwlock_rdlock(l), lock_rwlock(t, l, try_read, NULL, CALLER));
}
EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  STEP(real.pthread_rwlock_wrlock(l), lock_rwlock(t, l, try_write, NULL, CALLER));
}
EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *at) {
  struct deadline d = real_time(at);
  STEP(real.pthread_rwlock_timedrdlock(l, at), lock_rwlock(t, l, try_read, &d, CALLER));
}
EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *at) {
  struct deadline d = real_time(at);
  STEP(real.pthread_rwlock_timedwrlock(l, at), lock_rwlock(t, l, try_write, &d, CALLER));
}
EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  STEP(real.pthread_rwlock_clockrdlock(l, clock, at), lock_rwlock(t, l, try_read, &d, CALLER));
}
EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  STEP(real.pthread_rwlock_clockwrlock(l, clock, at), lock_rwlock(t, l, try_write, &d, CALLER));
}
EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  LOOK_STEP(real.pthread_rwlock_tryrdlock(l), try_rwlock(t, l, try_read, CALLER));
}
EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  LOOK_STEP(real.pthread_rwlock_trywrlock(l), try_rwlock(t, l, try_write, CALLER));
}
EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l) {
  STEP(real.pthread_rwlock_unlock(l), unlock_rwlock(t, l, CALLER));
}

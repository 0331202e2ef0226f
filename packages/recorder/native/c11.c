/*
 * C11 threads, which the C library does not take to pthreads through functions that can be replaced; local statics of C++.
 *
 * Offers nothing to other parts.
 */

struct c11_start {
  thrd_start_t body;
  void *argument;
};

static void *run_c11(void *given) {
  struct c11_start start = *(struct c11_start *)given;
  real.free(given);
  return (void *)(intptr_t)start.body(start.argument);
}

static int thrd_result(int failed) {
  switch (failed) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
  }
}

EXPORT int thrd_create(thrd_t *thread, thrd_start_t body, void *argument) {
  struct c11_start *start = malloc(sizeof *start);
  if (start == NULL) return thrd_nomem;
  *start = (struct c11_start){body, argument};
  return thrd_result(start_thread((pthread_t *)thread, NULL, run_c11, start, CALLER));
}
EXPORT int thrd_join(thrd_t thread, int *result) {
  void *value;
  int failed = join_thread((pthread_t)thread, &value, NULL, CALLER);
  if (result != NULL && !failed) *result = (int)(intptr_t)value;
  return thrd_result(failed);
}
EXPORT int thrd_detach(thrd_t thread) { return thrd_result(pthread_detach((pthread_t)thread)); }
EXPORT void thrd_yield(void) { sched_yield(); }
EXPORT int thrd_sleep(const struct timespec *time, struct timespec *left) {
  int failed = nanosleep(time, left);
  return failed == 0 ? 0 : errno == EINTR ? -1 : -2;
}

#define C11_STEP(passive, active) C11_STEP_OF(COST_LOCK, passive, active)
#define C11_LOOK_STEP(passive, active) C11_STEP_OF(COST_LOOK, passive, active)
#define C11_STEP_OF(cost, passive, active) \
  need_real(); \
  struct thread *t = enter(); \
  if (t == NULL) return thrd_result(passive); \
  step(t, cost); \
  int result = active; \
  leave(t); \
  return thrd_result(result)
#define MUTEX ((pthread_mutex_t *)m)
#define CONDITION ((pthread_cond_t *)c)

EXPORT int mtx_lock(mtx_t *m) { C11_LOOK_STEP(real.pthread_mutex_lock(MUTEX), lock_mutex(t, MUTEX, NULL, CALLER)); }
EXPORT int mtx_trylock(mtx_t *m) { C11_LOOK_STEP(real.pthread_mutex_trylock(MUTEX), try_mutex_once(t, MUTEX, CALLER)); }
EXPORT int mtx_timedlock(mtx_t *m, const struct timespec *at) {
  struct deadline d = real_time(at);
  C11_LOOK_STEP(real.pthread_mutex_timedlock(MUTEX, at), lock_mutex(t, MUTEX, &d, CALLER));
}
EXPORT int mtx_unlock(mtx_t *m) { C11_LOOK_STEP(real.pthread_mutex_unlock(MUTEX), unlock_mutex(t, MUTEX, CALLER)); }
EXPORT int cnd_wait(cnd_t *c, mtx_t *m) {
  C11_STEP(real.pthread_cond_wait(CONDITION, MUTEX), wait_for(t, CONDITION, MUTEX, NULL, CALLER));
}
EXPORT int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *at) {
  struct deadline d = real_time(at);
  C11_STEP(real.pthread_cond_timedwait(CONDITION, MUTEX, at), wait_for(t, CONDITION, MUTEX, &d, CALLER));
}
EXPORT int cnd_signal(cnd_t *c) {
  C11_LOOK_STEP(real.pthread_cond_signal(CONDITION), signal_one_or_all(t, CONDITION, 0, CALLER));
}
EXPORT int cnd_broadcast(cnd_t *c) {
  C11_LOOK_STEP(real.pthread_cond_broadcast(CONDITION), signal_one_or_all(t, CONDITION, 1, CALLER));
}
EXPORT void cnd_destroy(cnd_t *c) { pthread_cond_destroy(CONDITION); }
EXPORT int tss_create(tss_t *key, tss_dtor_t destructor) { return thrd_result(pthread_key_create(key, destructor)); }
EXPORT void tss_delete(tss_t key) { pthread_key_delete(key); }
EXPORT void call_once(once_flag *flag, void (*routine)(void)) { pthread_once((pthread_once_t *)flag, routine); }

/* Initialisation of a local static in C++: byte 0 says that it is done, byte 1 that it is in progress. */
EXPORT int __cxa_guard_acquire(u64 *guard) {
  u8 *state = (u8 *)guard;
  if (__atomic_load_n(&state[0], __ATOMIC_ACQUIRE)) return 0;
  struct thread *t = enter();
  if (t == NULL) {
    for (;;) {
      u8 expected = 0;
      if (__atomic_load_n(&state[0], __ATOMIC_ACQUIRE)) return 0;
      if (__atomic_compare_exchange_n(&state[1], &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return 1;
      real.syscall(SYS_sched_yield);
    }
  }
  step(t, COST_LOCK);
  while (state[0] == 0 && state[1] != 0) block(t, guard, "an initialisation", NULL, CALLER);
  int mine = state[0] == 0;
  if (mine) state[1] = 1;
  emit_object(t, guard, ACQUIRE, t->id + 1, CALLER);
  leave(t);
  return mine;
}

static void end_guard(u64 *guard, u8 done, u64 pc) {
  u8 *state = (u8 *)guard;
  struct thread *t = begin(COST_LOCK);
  __atomic_store_n(&state[1], 0, __ATOMIC_RELEASE);
  __atomic_store_n(&state[0], done, __ATOMIC_RELEASE);
  if (t == NULL) return;
  emit_object(t, guard, RELEASE, 0, pc);
  emit_store(t, (u64)guard, 1, done, pc, WHAT(K_STORE, 0, RELEASE, 0));
  wake(guard, 1);
  leave(t);
}
EXPORT void __cxa_guard_release(u64 *guard) { end_guard(guard, 1, CALLER); }
EXPORT void __cxa_guard_abort(u64 *guard) { end_guard(guard, 0, CALLER); }

/*
 * Threads: start, end, join.
 *
 * Replaces functions of pthreads. Offers `start_thread` and `join_thread` to c11.c, and `may_be_cancelled`.
 */

/* It may have a robust mutex: threads that wait for one try again. The scheduler is locked. */
static void wake_for_dead_owner(void) {
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (t->state == BLOCKED && t->waits_how == ROBUST_WAIT) t->state = RUNNABLE;
  }
}

/* Runs as the last destructor of the thread: those of the program come first, and are recorded. */
static void on_thread_end(void *rounds) {
  if ((u64)rounds > 1) {
    pthread_setspecific(end_key, (void *)((u64)rounds - 1));
    return;
  }
  /* It was cancelled, or unwound, within a hook. */
  if (self != NULL && (self->hooks & 1)) leave(self);
  struct thread *t = enter();
  ended = 1;
  if (t == NULL) return;
  if (UNLIKELY(steering)) await_drain(t);
  emit_free(t, t->stack, t->stack_bytes, 0);
  emit_object(t, &t->end, RELEASE, 2, 0);
  lock_scheduler();
  t->state = DONE;
  wake_for_dead_owner();
  for (u32 i = 0; i < live_count; i++) {
    if (live[i] == t->id) {
      memmove(&live[i], &live[i + 1], (live_count - i - 1) * sizeof *live);
      live_count--;
      break;
    }
  }
  unlock_scheduler();
  wake(t, 1);
  lock_scheduler();
  hand_to(pick(NULL));
  unlock_scheduler();
  leave(t);
}

static void *run_thread(void *given) {
  struct thread *t = given;
  /* What the C library allocates here is not the program's. */
  ended = 1;
  pthread_setspecific(end_key, (void *)(u64)PTHREAD_DESTRUCTOR_ITERATIONS);
  read_maps_of_stack(t);
  ended = 0;
  self = t;
  t->tid = real.syscall(SYS_gettid);
  if (recording) {
    t->hooks++;
    wait_turn(t, NULL);
    if (is_freed(t->stack, t->stack + t->stack_bytes)) emit_allocate(t, t->stack, t->stack_bytes, 0);
    leave(t);
  }
  pthread_sigmask(SIG_SETMASK, &t->signals, NULL);
  return t->body(t->argument);
}

/* Signals that a new thread does not take. */
static sigset_t signals_of(const pthread_attr_t *attributes, const sigset_t *of_parent) {
  sigset_t signals = *of_parent;
#ifdef PTHREAD_ATTR_NO_SIGMASK_NP
  if (attributes != NULL && pthread_attr_getsigmask_np(attributes, &signals) != 0) signals = *of_parent;
#else
  (void)attributes;
#endif
  return signals;
}

static int start_thread(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument,
                        u64 pc) {
  need_real();
  begin_recording();
  struct thread *t = enter();
  if (t == NULL) return real.pthread_create(handle, attributes, body, argument);
  step(t, COST_LOCK);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != NULL) pthread_attr_getdetachstate(attributes, &state);
  lock_scheduler();
  struct thread *child = new_thread();
  child->state = OUTSIDE; /* until it is sure to exist */
  unlock_scheduler();
  child->body = body;
  child->argument = argument;
  child->joinable = state == PTHREAD_CREATE_JOINABLE;
  emit_thread(t, K_SPAWN, child->id, pc);
  child->is_told = 1;
  /* The attribute may be a stack that the caller provides: the child's part of the recording comes after this. */
  /* A handler that ran in the child before the child knows who it is would be taken for a thread of its own. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  child->signals = signals_of(attributes, &before);
  int failed = real.pthread_create(&child->handle, attributes, run_thread, child);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  lock_scheduler();
  if (failed) {
    child->state = DONE;
    live_count--;
  } else {
    child->handle_known = 1;
    child->state = RUNNABLE;
    choose_again();
  }
  unlock_scheduler();
  if (!failed) *handle = child->handle;
  leave(t);
  return failed;
}

EXPORT int pthread_create(pthread_t *h, const pthread_attr_t *a, void *(*body)(void *), void *argument) {
  return start_thread(h, a, body, argument, CALLER);
}

static struct thread *thread_of(pthread_t handle) {
  for (u32 i = 0; i < thread_count; i++) {
    struct thread *t = &all_threads[i];
    if (t->handle_known && t->joinable && pthread_equal(t->handle, handle)) return t;
  }
  return NULL;
}

/* The owner of the baton is at a cancellation point. */
static void may_be_cancelled(struct thread *t) {
  notice_cancellation(t);
  leave(t);
  pthread_testcancel();
  t->hooks++;
}

static int real_join(pthread_t handle, void **result, const struct deadline *d) {
  if (d == NULL) return real.pthread_join(handle, result);
  if (d->clock == CLOCK_REALTIME) return real.pthread_timedjoin_np(handle, result, &d->at);
  return real.pthread_clockjoin_np(handle, result, d->clock, &d->at);
}

static int join_thread(pthread_t handle, void **result, const struct deadline *d, u64 pc) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return real_join(handle, result, d);
  step(t, COST_LOCK);
  struct thread *child = thread_of(handle);
  if (child == NULL || child == t) {
    go_outside(t);
    int failed = real_join(handle, result, d);
    come_back(t);
    leave(t);
    return failed;
  }
  while (child->state != DONE) {
    int in_time = block(t, child, "the end of a thread", d, pc);
    may_be_cancelled(t);
    if (!in_time && child->state != DONE) {
      leave(t);
      return ETIMEDOUT;
    }
  }
  child->joinable = 0;
  int failed = real.pthread_join(handle, result);
  emit_thread(t, K_JOIN, child->id, pc);
  leave(t);
  return failed;
}

EXPORT int pthread_join(pthread_t handle, void **result) { return join_thread(handle, result, NULL, CALLER); }
EXPORT int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *at) {
  struct deadline d = {CLOCK_REALTIME, *at};
  return join_thread(handle, result, &d, CALLER);
}
EXPORT int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock, const struct timespec *at) {
  struct deadline d = {clock, *at};
  return join_thread(handle, result, &d, CALLER);
}

EXPORT int pthread_tryjoin_np(pthread_t handle, void **result) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return real.pthread_tryjoin_np(handle, result);
  step(t, COST_LOCK);
  struct thread *child = thread_of(handle);
  int failed = EBUSY;
  if (child == NULL) {
    failed = real.pthread_tryjoin_np(handle, result);
  } else if (child->state == DONE) {
    child->joinable = 0;
    failed = real.pthread_join(handle, result);
    emit_thread(t, K_JOIN, child->id, CALLER);
  }
  leave(t);
  return failed;
}

EXPORT int pthread_detach(pthread_t handle) {
  need_real();
  struct thread *t = enter();
  if (t != NULL) {
    struct thread *child = thread_of(handle);
    if (child != NULL) child->joinable = 0;
    leave(t);
  }
  return real.pthread_detach(handle);
}

/* A thread that waits for a condition, a semaphore or a thread notices when it is cancelled. */
EXPORT int pthread_cancel(pthread_t handle) {
  need_real();
  struct thread *t = enter();
  struct thread *target = t == NULL ? NULL : thread_of(handle);
  if (target != NULL) {
    emit_object(t, &target->cancelled, RELEASE, 2, CALLER);
    target->cancelled = 1;
  }
  int failed = real.pthread_cancel(handle);
  if (target != NULL && target->waits_for != NULL) wake(target->waits_for, 1);
  if (t != NULL) leave(t);
  return failed;
}

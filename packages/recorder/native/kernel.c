/*
 * Further ways through the kernel in which one thread may come after another: queues, semaphores, locks of files, signals,
 * processes, futexes.
 *
 * Offers nothing to other parts.
 */
static channel queues[CHANNELS], semaphores[CHANNELS], rings, futexes[CHANNELS];

static const void *of_number(channel *all, long number) { return all[(u64)number % CHANNELS]; }

/* Message queues. Who sends may have to wait for who receives. */
#define SENDS_MESSAGE(name, channel, parameters, arguments) \
  static int wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT int name parameters { \
    const void *to = channel; \
    releases(to, CALLER); \
    int failed = wait_##name arguments; \
    if (failed == 0) acquires(room_of(to), CALLER); \
    return failed; \
  }
#define RECEIVES_MESSAGE(name, channel, parameters, arguments) \
  static ssize_t wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT ssize_t name parameters { \
    const void *from = channel; \
    releases(room_of(from), CALLER); \
    ssize_t result = wait_##name arguments; \
    if (result >= 0) acquires(from, CALLER); \
    return result; \
  }
SENDS_MESSAGE(mq_send, channel_of(queue), (mqd_t queue, const char *p, size_t n, unsigned priority),
              (queue, p, n, priority))
SENDS_MESSAGE(mq_timedsend, channel_of(queue),
              (mqd_t queue, const char *p, size_t n, unsigned priority, const struct timespec *at),
              (queue, p, n, priority, at))
RECEIVES_MESSAGE(mq_receive, channel_of(queue), (mqd_t queue, char *p, size_t n, unsigned *priority),
                 (queue, p, n, priority))
RECEIVES_MESSAGE(mq_timedreceive, channel_of(queue),
                 (mqd_t queue, char *p, size_t n, unsigned *priority, const struct timespec *at),
                 (queue, p, n, priority, at))
SENDS_MESSAGE(msgsnd, of_number(queues, queue), (int queue, const void *p, size_t n, int flags), (queue, p, n, flags))
RECEIVES_MESSAGE(msgrcv, of_number(queues, queue), (int queue, void *p, size_t n, long type, int flags),
                 (queue, p, n, type, flags))

/* Asynchronous input and output: who asks comes before who receives, and who sees that it is done after who sent. */
#define ASKS(name) \
  EXPORT int name(struct aiocb *request) { \
    need_real(); \
    releases(channel_of(request->aio_fildes), CALLER); \
    return real.name(request); \
  }
ASKS(aio_read)
ASKS(aio_write)
EXPORT int lio_listio(int mode, struct aiocb *const list[], int n, struct sigevent *event) {
  need_real();
  for (int i = 0; recording && i < n; i++) {
    if (list[i] != NULL) sends(list[i]->aio_fildes, CALLER);
  }
  int failed = real.lio_listio(mode, list, n, event);
  for (int i = 0; recording && mode == LIO_WAIT && i < n; i++) {
    if (list[i] != NULL) received(list[i]->aio_fildes, 0, CALLER);
  }
  return failed;
}
EXPORT int aio_error(const struct aiocb *request) {
  need_real();
  int error = real.aio_error(request);
  if (error != EINPROGRESS) received(request->aio_fildes, 0, CALLER);
  return error;
}
EXPORT ssize_t aio_return(struct aiocb *request) {
  need_real();
  int file = request->aio_fildes;
  return received(file, real.aio_return(request), CALLER);
}
static int wait_aio_suspend(const struct aiocb *const list[], int n, const struct timespec *timeout) {
  AROUND(real.aio_suspend(list, n, timeout));
}
EXPORT int aio_suspend(const struct aiocb *const list[], int n, const struct timespec *timeout) {
  int failed = wait_aio_suspend(list, n, timeout);
  for (int i = 0; recording && failed == 0 && i < n; i++) {
    if (list[i] != NULL && real.aio_error(list[i]) != EINPROGRESS) received(list[i]->aio_fildes, 0, CALLER);
  }
  return failed;
}

/* Semaphores of System V: who adds comes before who takes, or waits for zero; who takes, before who waited for zero. */
static void adds(int set, u64 pc) { releases(of_number(semaphores, set), pc); }
static int took(int set, const struct sembuf *operations, size_t n, int failed, u64 pc) {
  int takes = 0;
  for (size_t i = 0; i < n; i++) takes |= operations[i].sem_op <= 0;
  if (failed == 0 && takes) acquires(of_number(semaphores, set), pc);
  return failed;
}
static int wait_semtimedop(int set, struct sembuf *operations, size_t n, const struct timespec *time) {
  AROUND(real.semtimedop(set, operations, n, time));
}
EXPORT int semop(int set, struct sembuf *operations, size_t n) {
  adds(set, CALLER);
  return took(set, operations, n, wait_semtimedop(set, operations, n, NULL), CALLER);
}
EXPORT int semtimedop(int set, struct sembuf *operations, size_t n, const struct timespec *time) {
  adds(set, CALLER);
  return took(set, operations, n, wait_semtimedop(set, operations, n, time), CALLER);
}
/* Its commands that set values, or remove it. */
EXPORT int semctl(int set, int number, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  need_real();
  if (command == SETVAL || command == SETALL || command == IPC_RMID) adds(set, CALLER);
  int result = real.semctl(set, number, command, argument);
  if (result >= 0 && (command == GETVAL || command == GETALL || command == GETNCNT || command == GETZCNT))
    acquires(of_number(semaphores, set), CALLER);
  return result;
}

static int wait_flock(int file, int operation) { AROUND(real.flock(file, operation)); }
EXPORT int flock(int file, int operation) {
  need_real();
  has_file_locks = 1;
  /* To take it in another way lets go of it first. */
  lets_go_of_locks(file, 0, CALLER);
  int failed = wait_flock(file, operation);
  if (failed == 0 && (operation & LOCK_UN) == 0) gets_lock(file, CALLER);
  return failed;
}

/* Locks of files that belong to an open file (F_OFD_SETLK). Those that belong to a process do not keep its threads apart. */
static int wait_fcntl(int file, int command, long argument) { AROUND(real.fcntl(file, command, argument)); }
static int control(int file, int command, long argument, u64 pc) {
  need_real();
  if (command != F_OFD_SETLK && command != F_OFD_SETLKW) return real.fcntl(file, command, argument);
  has_file_locks = 1;
  int unlocks = ((const struct flock *)argument)->l_type == F_UNLCK;
  lets_go_of_locks(file, 0, pc);
  int failed = command == F_OFD_SETLKW ? wait_fcntl(file, command, argument) : real.fcntl(file, command, argument);
  if (failed == 0 && !unlocks) gets_lock(file, pc);
  return failed;
}
EXPORT int fcntl(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return control(file, command, argument, CALLER);
}
EXPORT int fcntl64(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return control(file, command, argument, CALLER);
}

/* Signals that a thread waits for, or that interrupt it. */
#define SENDS_SIGNAL(name, parameters, arguments) \
  EXPORT int name parameters { \
    need_real(); \
    sends_signal(number, CALLER); \
    return real.name arguments; \
  }
SENDS_SIGNAL(kill, (pid_t process, int number), (process, number))
SENDS_SIGNAL(killpg, (pid_t group, int number), (group, number))
SENDS_SIGNAL(tgkill, (pid_t process, pid_t thread, int number), (process, thread, number))
SENDS_SIGNAL(pthread_kill, (pthread_t thread, int number), (thread, number))
SENDS_SIGNAL(sigqueue, (pid_t process, int number, const union sigval value), (process, number, value))
SENDS_SIGNAL(pthread_sigqueue, (pthread_t thread, int number, const union sigval value), (thread, number, value))

#define SETS_ALARM(type, name, parameters, arguments) \
  EXPORT type name parameters { \
    need_real(); \
    has_alarms = 1; \
    releases(alarms, CALLER); \
    return real.name arguments; \
  }
SETS_ALARM(unsigned, alarm, (unsigned seconds), (seconds))
SETS_ALARM(int, setitimer, (__itimer_which_t which, const struct itimerval *time, struct itimerval *before),
           (which, time, before))
SETS_ALARM(int, timer_settime, (timer_t timer, int flags, const struct itimerspec *time, struct itimerspec *before),
           (timer, flags, time, before))

static int wait_sigwait(const sigset_t *set, int *number) { AROUND(real.sigwait(set, number)); }
EXPORT int sigwait(const sigset_t *set, int *number) {
  int failed = wait_sigwait(set, number);
  if (failed == 0) gets_signal(*number, CALLER);
  return failed;
}
static int wait_sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  AROUND(real.sigtimedwait(set, info, time));
}
EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  int number = wait_sigtimedwait(set, info, time);
  gets_signal(number, CALLER);
  return number;
}
EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info) { return sigtimedwait(set, info, NULL); }

/*
 * Handlers of the program: what they do comes after who sent the signal. Ours runs first. If it interrupts a hook, what follows this
 * hook does.
 */
static struct sigaction handlers[NSIG];

static void on_delivery(int number, siginfo_t *info, void *context) {
  int error = errno;
  struct thread *t = recording && !ended && (was_sent[number] || has_alarms) ? self : NULL;
  if (t != NULL && (t->hooks & 1)) {
    t->is_interrupted = 1;
    /* At its next step. */
    if (owner == t) budget = 0;
  } else if (t != NULL) {
    gets_signal(number, 0);
  }
  errno = error;
  struct sigaction action = handlers[number];
  if (action.sa_flags & SA_SIGINFO) action.sa_sigaction(number, info, context);
  else action.sa_handler(number);
}

EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  need_real();
  if (number <= 0 || number >= NSIG) return real.sigaction(number, action, before);
  struct sigaction ours, was, known = handlers[number];
  if (action != NULL && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
    handlers[number] = ours = *action;
    ours.sa_sigaction = on_delivery;
    ours.sa_flags |= SA_SIGINFO;
    action = &ours;
  }
  int failed = real.sigaction(number, action, &was);
  if (failed) handlers[number] = known;
  else if (before != NULL) *before = was.sa_sigaction == on_delivery ? known : was;
  return failed;
}

static sighandler_t handle(int number, sighandler_t handler, int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, before;
  if ((flags & SA_NODEFER) == 0 && number > 0 && number < NSIG) sigaddset(&action.sa_mask, number);
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
EXPORT sighandler_t signal(int number, sighandler_t handler) { return handle(number, handler, SA_RESTART); }
EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler) {
  return handle(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

/* They return when a handler has run. */
static int wait_pause(void) { AROUND(real.pause()); }
EXPORT int pause(void) {
  int result = wait_pause();
  gets_any_signal(CALLER);
  return result;
}
static int wait_sigsuspend(const sigset_t *set) { AROUND(real.sigsuspend(set)); }
EXPORT int sigsuspend(const sigset_t *set) {
  int result = wait_sigsuspend(set);
  gets_any_signal(CALLER);
  return result;
}

/* Other processes: who starts one comes before who sees its end. */
#define ENDS_PROCESS(type, name, parameters, arguments) \
  static type wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT type name parameters { \
    type result = wait_##name arguments; \
    if (result >= 0) acquires(processes, CALLER); \
    return result; \
  }
ENDS_PROCESS(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options))
ENDS_PROCESS(pid_t, wait, (int *status), (status))
ENDS_PROCESS(pid_t, wait3, (int *status, int options, struct rusage *usage), (status, options, usage))
ENDS_PROCESS(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *usage), (pid, status, options, usage))
ENDS_PROCESS(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options))

#define STARTS_PROCESS(type, name, parameters, arguments) \
  static type wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT type name parameters { \
    need_real(); \
    starts_process(CALLER); \
    return wait_##name arguments; \
  }
STARTS_PROCESS(int, system, (const char *command), (command))
STARTS_PROCESS(FILE *, popen, (const char *command, const char *type), (command, type))
STARTS_PROCESS(int, posix_spawn,
               (pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *a,
                char *const argv[], char *const envp[]),
               (pid, path, actions, a, argv, envp))
STARTS_PROCESS(int, posix_spawnp,
               (pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *a,
                char *const argv[], char *const envp[]),
               (pid, path, actions, a, argv, envp))
/* Its child may do no more than become another program: a copy can do that as well. */
EXPORT pid_t vfork(void) { return fork(); }

static long wait_syscall(long number, const long *a) {
  AROUND(real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

/* What orders threads in a way that a recording does not have: it has the name. */
static void note(const char *name, volatile int *is_noted) {
  struct thread *t = *is_noted ? NULL : enter();
  if (t == NULL) return;
  *is_noted = 1;
  struct iovec part = {(void *)name, strlen(name)};
  if (sink >= 0) send_block(BLOCK_NOTED, &part, 1);
  leave(t);
}

/* A fence in every thread, wherever it is: what is reordered elsewhere depends on when that is. */
static long fence_everywhere(const long *a) {
  static volatile int is_noted;
  long failed = real.syscall(SYS_membarrier, a[0], a[1], a[2]);
  int is_fence = a[0] == MEMBARRIER_CMD_GLOBAL || a[0] == MEMBARRIER_CMD_GLOBAL_EXPEDITED ||
                 a[0] == MEMBARRIER_CMD_PRIVATE_EXPEDITED;
  if (failed || !is_fence) return failed;
  note("membarrier", &is_noted);
  struct thread *t = begin(COST_LOCK);
  if (t == NULL) return failed;
  drain_all();
  leave(t);
  return failed;
}

/* Who wakes comes before who is woken, and who unlocks before who locks. */
static long on_futex(const long *a, u64 pc) {
  const void *word = of_number(futexes, a[0] >> 2);
  switch ((int)a[1] & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: case FUTEX_WAIT_BITSET: case FUTEX_WAIT_REQUEUE_PI: case FUTEX_LOCK_PI: case FUTEX_LOCK_PI2: {
      long failed = wait_syscall(SYS_futex, a);
      if (failed == 0) acquires(word, pc);
      return failed;
    }
    case FUTEX_TRYLOCK_PI: {
      long failed = real.syscall(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
      if (failed == 0) acquires(word, pc);
      return failed;
    }
    /* These wake who waits for another one, too. */
    case FUTEX_REQUEUE: case FUTEX_CMP_REQUEUE: case FUTEX_CMP_REQUEUE_PI: case FUTEX_WAKE_OP:
      releases(of_number(futexes, a[4] >> 2), pc);
  }
  releases(word, pc);
  return real.syscall(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/*
 * System calls by their numbers. Libraries without hooks wait for one another with futexes: std::future, for example. Those with
 * which threads synchronise are what the functions are.
 */
EXPORT long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  need_real();
  switch (number) {
    case SYS_read: return read(a[0], (void *)a[1], a[2]);
    case SYS_write: return write(a[0], (const void *)a[1], a[2]);
    case SYS_readv: return readv(a[0], (const struct iovec *)a[1], a[2]);
    case SYS_writev: return writev(a[0], (const struct iovec *)a[1], a[2]);
    case SYS_pread64: return pread(a[0], (void *)a[1], a[2], a[3]);
    case SYS_pwrite64: return pwrite(a[0], (const void *)a[1], a[2], a[3]);
    case SYS_sendto: return sendto(a[0], (const void *)a[1], a[2], a[3], (const struct sockaddr *)a[4], a[5]);
    case SYS_recvfrom: return recvfrom(a[0], (void *)a[1], a[2], a[3], (struct sockaddr *)a[4], (socklen_t *)a[5]);
    case SYS_sendmsg: return sendmsg(a[0], (const struct msghdr *)a[1], a[2]);
    case SYS_recvmsg: return recvmsg(a[0], (struct msghdr *)a[1], a[2]);
    case SYS_sendfile: return sendfile(a[0], a[1], (off_t *)a[2], a[3]);
    case SYS_splice: return splice(a[0], (off64_t *)a[1], a[2], (off64_t *)a[3], a[4], a[5]);
    case SYS_tee: return tee(a[0], a[1], a[2], a[3]);
    case SYS_vmsplice: return vmsplice(a[0], (const struct iovec *)a[1], a[2], a[3]);
    case SYS_close: return close(a[0]);
    case SYS_shutdown: return shutdown(a[0], a[1]);
    case SYS_dup3: return dup3(a[0], a[1], a[2]);
    case SYS_epoll_ctl: return epoll_ctl(a[0], a[1], a[2], (struct epoll_event *)a[3]);
    case SYS_epoll_pwait:
      return notified(a[0], (struct epoll_event *)a[1], wait_syscall(number, a), CALLER);
    case SYS_ppoll: return polled((struct pollfd *)a[0], a[1], wait_syscall(number, a), CALLER);
    case SYS_pselect6:
      return selected(a[0], (fd_set *)a[1], (fd_set *)a[2], (fd_set *)a[3], wait_syscall(number, a), CALLER);
#ifdef SYS_poll
    case SYS_poll: return poll((struct pollfd *)a[0], a[1], a[2]);
    case SYS_select: return select(a[0], (fd_set *)a[1], (fd_set *)a[2], (fd_set *)a[3], (struct timeval *)a[4]);
    case SYS_epoll_wait: return epoll_wait(a[0], (struct epoll_event *)a[1], a[2], a[3]);
    case SYS_dup2: return dup2(a[0], a[1]);
    case SYS_alarm: return alarm(a[0]);
#endif
    case SYS_timerfd_settime:
      return timerfd_settime(a[0], a[1], (const struct itimerspec *)a[2], (struct itimerspec *)a[3]);
    case SYS_mq_timedsend: return mq_timedsend(a[0], (const char *)a[1], a[2], a[3], (const struct timespec *)a[4]);
    case SYS_mq_timedreceive:
      return mq_timedreceive(a[0], (char *)a[1], a[2], (unsigned *)a[3], (const struct timespec *)a[4]);
    case SYS_msgsnd: return msgsnd(a[0], (const void *)a[1], a[2], a[3]);
    case SYS_msgrcv: return msgrcv(a[0], (void *)a[1], a[2], a[3], a[4]);
    case SYS_semop: return semop(a[0], (struct sembuf *)a[1], a[2]);
    case SYS_semtimedop: return semtimedop(a[0], (struct sembuf *)a[1], a[2], (const struct timespec *)a[3]);
    case SYS_semctl: return semctl(a[0], a[1], a[2], a[3]);
    case SYS_flock: return flock(a[0], a[1]);
    case SYS_fcntl: return control(a[0], a[1], a[2], CALLER);
    case SYS_kill: case SYS_tkill: case SYS_rt_sigqueueinfo: sends_signal(a[1], CALLER); break;
    case SYS_tgkill: case SYS_rt_tgsigqueueinfo: sends_signal(a[2], CALLER); break;
#ifdef SYS_pidfd_send_signal
    case SYS_pidfd_send_signal: sends_signal(a[1], CALLER); break;
#endif
    case SYS_rt_sigtimedwait: {
      long got = wait_syscall(number, a);
      gets_signal(got, CALLER);
      return got;
    }
    case SYS_wait4: return wait4(a[0], (int *)a[1], a[2], (struct rusage *)a[3]);
    case SYS_futex: return on_futex(a, CALLER);
    case SYS_membarrier: return fence_everywhere(a);
#ifdef SYS_io_uring_enter
    case SYS_io_uring_enter: {
      releases(rings, CALLER);
      long result = wait_syscall(number, a);
      if (result >= 0) acquires(rings, CALLER);
      return result;
    }
#endif
  }
  return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

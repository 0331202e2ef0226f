/*
 * Further ways through the kernel in which one thread may come after another. Each is one object, as the other end is not known:
 * a race between threads that use it all the time may be missed, none is invented.
 */
static u64 queues, semaphores, file_locks, rings, signals_sent[NSIG];

static ssize_t after(const void *channel, ssize_t result, u64 pc) {
  if (result >= 0) on_channel(channel, ACQUIRE, 1, pc);
  return result;
}

#define AFTERWARDS(type, name, channel, parameters, arguments) \
  static type wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT type name parameters { return after(channel, wait_##name arguments, CALLER); }
#define BEFORE_AND_AFTERWARDS(type, name, channel, parameters, arguments) \
  static type wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT type name parameters { \
    on_channel(channel, RELEASE, 2, CALLER); \
    return after(channel, wait_##name arguments, CALLER); \
  }

BEFORE_AND_AFTERWARDS(int, mq_send, &queues, (mqd_t queue, const char *p, size_t n, unsigned priority),
                      (queue, p, n, priority))
BEFORE_AND_AFTERWARDS(int, mq_timedsend, &queues,
                      (mqd_t queue, const char *p, size_t n, unsigned priority, const struct timespec *at),
                      (queue, p, n, priority, at))
AFTERWARDS(ssize_t, mq_receive, &queues, (mqd_t queue, char *p, size_t n, unsigned *priority), (queue, p, n, priority))
AFTERWARDS(ssize_t, mq_timedreceive, &queues,
           (mqd_t queue, char *p, size_t n, unsigned *priority, const struct timespec *at), (queue, p, n, priority, at))
BEFORE_AND_AFTERWARDS(int, msgsnd, &queues, (int queue, const void *p, size_t n, int flags), (queue, p, n, flags))
AFTERWARDS(ssize_t, msgrcv, &queues, (int queue, void *p, size_t n, long type, int flags), (queue, p, n, type, flags))
BEFORE_AND_AFTERWARDS(int, semop, &semaphores, (int set, struct sembuf *operations, size_t n), (set, operations, n))
BEFORE_AND_AFTERWARDS(int, semtimedop, &semaphores,
                      (int set, struct sembuf *operations, size_t n, const struct timespec *time),
                      (set, operations, n, time))
BEFORE_AND_AFTERWARDS(int, flock, &file_locks, (int file, int operation), (file, operation))

/* Signals that a thread waits for. What a handler does is not ordered after who has sent the signal. */
static const void *signal_of(int number) { return number <= 0 || number >= NSIG ? NULL : &signals_sent[number]; }

#define SENDS_SIGNAL(name, parameters, arguments) \
  EXPORT int name parameters { \
    need_real(); \
    on_channel(signal_of(number), RELEASE, 2, CALLER); \
    return real.name arguments; \
  }
SENDS_SIGNAL(kill, (pid_t process, int number), (process, number))
SENDS_SIGNAL(pthread_kill, (pthread_t thread, int number), (thread, number))
SENDS_SIGNAL(sigqueue, (pid_t process, int number, const union sigval value), (process, number, value))
SENDS_SIGNAL(pthread_sigqueue, (pthread_t thread, int number, const union sigval value), (thread, number, value))

static int wait_sigwait(const sigset_t *set, int *number) { AROUND(real.sigwait(set, number)); }
EXPORT int sigwait(const sigset_t *set, int *number) {
  int failed = wait_sigwait(set, number);
  if (failed == 0) on_channel(signal_of(*number), ACQUIRE, 1, CALLER);
  return failed;
}
static int wait_sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  AROUND(real.sigtimedwait(set, info, time));
}
EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  int number = wait_sigtimedwait(set, info, time);
  on_channel(signal_of(number), ACQUIRE, 1, CALLER);
  return number;
}
EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info) { return sigtimedwait(set, info, NULL); }

static long wait_syscall(long number, const long *a) {
  AROUND(real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]));
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
  int command = (int)a[1] & FUTEX_CMD_MASK;
  switch (number) {
    case SYS_read: return read(a[0], (void *)a[1], a[2]);
    case SYS_write: return write(a[0], (const void *)a[1], a[2]);
    case SYS_readv: return readv(a[0], (const struct iovec *)a[1], a[2]);
    case SYS_writev: return writev(a[0], (const struct iovec *)a[1], a[2]);
    case SYS_sendto: return sendto(a[0], (const void *)a[1], a[2], a[3], (const struct sockaddr *)a[4], a[5]);
    case SYS_recvfrom: return recvfrom(a[0], (void *)a[1], a[2], a[3], (struct sockaddr *)a[4], (socklen_t *)a[5]);
    case SYS_sendmsg: return sendmsg(a[0], (const struct msghdr *)a[1], a[2]);
    case SYS_recvmsg: return recvmsg(a[0], (struct msghdr *)a[1], a[2]);
    case SYS_close: return close(a[0]);
    case SYS_futex:
      if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) return wait_syscall(number, a);
      break;
#ifdef SYS_io_uring_enter
    case SYS_io_uring_enter:
      on_channel(&rings, RELEASE, 2, CALLER);
      return after(&rings, wait_syscall(number, a), CALLER);
#endif
  }
  return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

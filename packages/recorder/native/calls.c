/* Functions that may wait in the kernel: meanwhile, other threads have the baton. */

#define AROUND(type, call) \
  need_real(); \
  struct thread *t = enter(); \
  if (t == NULL) return call; \
  go_outside(t); \
  type result = call; \
  int error = errno; \
  come_back(t); \
  leave(t); \
  errno = error; \
  return result

/* If the file is ready, there is no wait: then the step is one like others, and the run the same each time. */
static int is_ready(int file, short events) {
  struct pollfd one = {file, events, 0};
  struct timespec now = {0, 0};
  return real.syscall(SYS_ppoll, &one, 1, &now, NULL, 0) != 0;
}

#define AROUND_FILE(type, events, call) \
  need_real(); \
  if (!recording || is_ready(file, events)) return call; \
  AROUND(type, call)

EXPORT ssize_t read(int file, void *p, size_t n) { AROUND_FILE(ssize_t, POLLIN, real.read(file, p, n)); }
EXPORT ssize_t write(int file, const void *p, size_t n) { AROUND_FILE(ssize_t, POLLOUT, real.write(file, p, n)); }
EXPORT ssize_t readv(int file, const struct iovec *v, int n) { AROUND_FILE(ssize_t, POLLIN, real.readv(file, v, n)); }
EXPORT ssize_t writev(int file, const struct iovec *v, int n) {
  AROUND_FILE(ssize_t, POLLOUT, real.writev(file, v, n));
}
EXPORT ssize_t recv(int file, void *p, size_t n, int flags) {
  AROUND_FILE(ssize_t, POLLIN, real.recv(file, p, n, flags));
}
EXPORT ssize_t recvfrom(int file, void *p, size_t n, int flags, struct sockaddr *a, socklen_t *length) {
  AROUND_FILE(ssize_t, POLLIN, real.recvfrom(file, p, n, flags, a, length));
}
EXPORT ssize_t recvmsg(int file, struct msghdr *m, int flags) {
  AROUND_FILE(ssize_t, POLLIN, real.recvmsg(file, m, flags));
}
EXPORT ssize_t send(int file, const void *p, size_t n, int flags) {
  AROUND_FILE(ssize_t, POLLOUT, real.send(file, p, n, flags));
}
EXPORT ssize_t sendto(int file, const void *p, size_t n, int flags, const struct sockaddr *a, socklen_t length) {
  AROUND_FILE(ssize_t, POLLOUT, real.sendto(file, p, n, flags, a, length));
}
EXPORT ssize_t sendmsg(int file, const struct msghdr *m, int flags) {
  AROUND_FILE(ssize_t, POLLOUT, real.sendmsg(file, m, flags));
}
EXPORT int connect(int file, const struct sockaddr *a, socklen_t length) { AROUND(int, real.connect(file, a, length)); }

EXPORT int poll(struct pollfd *files, nfds_t n, int timeout) { AROUND(int, real.poll(files, n, timeout)); }
EXPORT int ppoll(struct pollfd *files, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
  AROUND(int, real.ppoll(files, n, timeout, mask));
}
EXPORT int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *timeout) {
  AROUND(int, real.select(n, r, w, e, timeout));
}
EXPORT int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *timeout, const sigset_t *mask) {
  AROUND(int, real.pselect(n, r, w, e, timeout, mask));
}
EXPORT int epoll_wait(int file, struct epoll_event *events, int n, int timeout) {
  AROUND(int, real.epoll_wait(file, events, n, timeout));
}
EXPORT int epoll_pwait(int file, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
  AROUND(int, real.epoll_pwait(file, events, n, timeout, mask));
}

EXPORT unsigned sleep(unsigned seconds) { AROUND(unsigned, real.sleep(seconds)); }
EXPORT int usleep(useconds_t time) { AROUND(int, real.usleep(time)); }
EXPORT int nanosleep(const struct timespec *time, struct timespec *left) { AROUND(int, real.nanosleep(time, left)); }
EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  AROUND(int, real.clock_nanosleep(clock, flags, time, left));
}
EXPORT int pause(void) { AROUND(int, real.pause()); }
EXPORT int sigwait(const sigset_t *set, int *number) { AROUND(int, real.sigwait(set, number)); }
EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info) { AROUND(int, real.sigwaitinfo(set, info)); }
EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  AROUND(int, real.sigtimedwait(set, info, time));
}
EXPORT int sigsuspend(const sigset_t *set) { AROUND(int, real.sigsuspend(set)); }
EXPORT pid_t waitpid(pid_t pid, int *status, int options) { AROUND(pid_t, real.waitpid(pid, status, options)); }
EXPORT pid_t wait(int *status) { AROUND(pid_t, real.wait(status)); }
EXPORT pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
  AROUND(pid_t, real.wait4(pid, status, options, usage));
}
EXPORT int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  AROUND(int, real.waitid(type, id, info, options));
}
EXPORT int system(const char *command) { AROUND(int, real.system(command)); }
EXPORT int flock(int file, int operation) { AROUND(int, real.flock(file, operation)); }
EXPORT int fsync(int file) { AROUND(int, real.fsync(file)); }

/* Libraries without hooks wait for one another with futexes: std::future, for example. */
EXPORT long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  need_real();
  int command = (int)a[1] & FUTEX_CMD_MASK;
  int waits = number == SYS_futex && (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET);
  if (!waits) return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  AROUND(long, real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

EXPORT int sched_yield(void) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return real.sched_yield();
  give_way(t);
  leave(t);
  return 0;
}

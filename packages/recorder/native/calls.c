/* Functions that may wait in the kernel: meanwhile, other threads have the baton. */

/* As a clean-up, which is also done if the thread is cancelled there. */
static void end_wait(struct thread **t) {
  int error = errno;
  come_back(*t);
  notice_cancellation(*t);
  leave(*t);
  errno = error;
}

#define AROUND(call) \
  need_real(); \
  struct thread *t = enter(); \
  if (t == NULL) return call; \
  go_outside(t); \
  __attribute__((cleanup(end_wait), unused)) struct thread *outside = t; \
  return call

/* If the file is ready, there is no wait: then the step is one like others, and the run the same each time. */
static int is_ready(int file, short events) {
  struct pollfd one = {file, events, 0};
  struct timespec now = {0, 0};
  return real.syscall(SYS_ppoll, &one, 1, &now, NULL, 0) != 0;
}

#define AROUND_FILE(events, call) \
  need_real(); \
  if (!recording || is_ready(file, events)) return call; \
  AROUND(call)

EXPORT int connect(int file, const struct sockaddr *a, socklen_t length) { AROUND(real.connect(file, a, length)); }

EXPORT int poll(struct pollfd *files, nfds_t n, int timeout) { AROUND(real.poll(files, n, timeout)); }
EXPORT int ppoll(struct pollfd *files, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
  AROUND(real.ppoll(files, n, timeout, mask));
}
EXPORT int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *timeout) {
  AROUND(real.select(n, r, w, e, timeout));
}
EXPORT int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *timeout, const sigset_t *mask) {
  AROUND(real.pselect(n, r, w, e, timeout, mask));
}

EXPORT unsigned sleep(unsigned seconds) { AROUND(real.sleep(seconds)); }
EXPORT int usleep(useconds_t time) { AROUND(real.usleep(time)); }
EXPORT int nanosleep(const struct timespec *time, struct timespec *left) { AROUND(real.nanosleep(time, left)); }
EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  AROUND(real.clock_nanosleep(clock, flags, time, left));
}
EXPORT int pause(void) { AROUND(real.pause()); }
EXPORT int sigsuspend(const sigset_t *set) { AROUND(real.sigsuspend(set)); }
EXPORT pid_t waitpid(pid_t pid, int *status, int options) { AROUND(real.waitpid(pid, status, options)); }
EXPORT pid_t wait(int *status) { AROUND(real.wait(status)); }
EXPORT pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
  AROUND(real.wait4(pid, status, options, usage));
}
EXPORT int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  AROUND(real.waitid(type, id, info, options));
}
EXPORT int system(const char *command) { AROUND(real.system(command)); }
EXPORT int fsync(int file) { AROUND(real.fsync(file)); }

EXPORT int sched_yield(void) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return real.sched_yield();
  give_way(t);
  leave(t);
  return 0;
}

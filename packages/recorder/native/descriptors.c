/*
 * Channels: a receiver comes after the sender, and a sender that had to wait for room comes after the receiver.
 * A channel is two objects: what is in it, and its room. Both ends of a pipe are one channel; so are all sockets, as the other
 * end is not known; a file is one by its number, an eventfd by its own, others by their descriptor. Terminals do not synchronise.
 * If there are other processes, what goes to one may come back on another way: then pipes and sockets are one.
 *
 * Replaces functions on descriptors. Offers `channel_of` and `room_of`, `releases` and `acquires`, `sends` and `received`, and
 * what epoll, poll and select have found: `notified`, `polled`, `selected`.
 */
#define CHANNELS 4096
#define MOST_DESCRIPTORS 65536
typedef u64 channel[2];
static channel descriptors[MOST_DESCRIPTORS], pipes[CHANNELS], files[CHANNELS], events[CHANNELS], sockets, signal_files;

APART void on_channel(const void *channel, u32 order, u64 value, u64 pc) {
  struct thread *t = channel == NULL ? NULL : enter();
  if (t == NULL) return;
  int error = errno;
  step(t, COST_LOCK);
  emit_object(t, channel, order, value, pc);
  leave(t);
  errno = error;
}
static void releases(const void *channel, u64 pc) { on_channel(channel, RELEASE, 2, pc); }
static void acquires(const void *channel, u64 pc) { on_channel(channel, ACQUIRE, 1, pc); }
static const void *room_of(const void *channel) { return channel == NULL ? NULL : (const u64 *)channel + 1; }

static const void *descriptor_of(int file) {
  return file < 0 || file >= MOST_DESCRIPTORS ? NULL : descriptors[file];
}

/* A number after a word in what the kernel says of a descriptor; -1 if it is not there. */
static long told_of(const char *text, const char *word) {
  const char *found = strstr(text, word);
  return found == NULL ? -1 : strtol(found + strlen(word), NULL, 10);
}

/* Descriptors that are not files. A copy (dup) of an eventfd is the same one. */
static const void *anonymous_channel(int file) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", file);
  int told = real.syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (told < 0) return descriptor_of(file);
  long n = real.syscall(SYS_read, told, text, sizeof text - 1);
  real.syscall(SYS_close, told);
  text[n < 0 ? 0 : n] = 0;
  long event = told_of(text, "eventfd-id:");
  if (event >= 0) return events[event % CHANNELS];
  if (told_of(text, "sigmask:") >= 0) return signal_files;
  if (told_of(text, "\nPid:") >= 0) return processes;
  return descriptor_of(file);
}

APART const void *channel_of(int file) {
  struct stat status;
  if (!recording) return NULL;
  int error = errno;
  const void *found = NULL;
  if (fstat(file, &status) == 0) {
    switch (status.st_mode & S_IFMT) {
      case S_IFDIR: case S_IFCHR: case S_IFBLK: break;
      case S_IFREG: found = files[status.st_ino % CHANNELS]; break;
      case S_IFIFO: found = has_processes ? sockets : pipes[status.st_ino % CHANNELS]; break;
      case S_IFSOCK: found = sockets; break;
      default: found = anonymous_channel(file);
    }
  }
  errno = error;
  return found;
}

/* Signals are channels by number. Alarms are signals of a number that need not be known. */
static channel signals_sent[NSIG], alarms;
static volatile u8 was_sent[NSIG];
static volatile int has_alarms;
static const void *signal_of(int number) { return number <= 0 || number >= NSIG ? NULL : signals_sent[number]; }
static void sends_signal(int number, u64 pc) {
  if (signal_of(number) == NULL) return;
  was_sent[number] = 1;
  releases(signal_of(number), pc);
}
static void gets_signal(int number, u64 pc) {
  if (signal_of(number) == NULL) return;
  if (was_sent[number]) acquires(signal_of(number), pc);
  if (has_alarms) acquires(alarms, pc);
  if (number == SIGCHLD) acquires(processes, pc);
}
static void gets_any_signal(u64 pc) {
  for (int number = 1; number < NSIG; number++) {
    if (was_sent[number]) acquires(signals_sent[number], pc);
  }
  if (has_alarms) acquires(alarms, pc);
}

/* Of a thread that is in a hook, and has the baton. */
static void after_signals(struct thread *t) {
  for (int number = 1; number < NSIG; number++) {
    if (was_sent[number]) emit_object(t, signals_sent[number], ACQUIRE, 1, 0);
  }
  if (has_alarms) emit_object(t, alarms, ACQUIRE, 1, 0);
}

APART void acquires_from(const void *channel, u64 pc) {
  if (channel == signal_files) gets_any_signal(pc);
  else acquires(channel, pc);
  if (channel == sockets && has_processes) acquires(processes, pc);
}

static void sends(int file, u64 pc) { releases(channel_of(file), pc); }
/* Before it receives: a thread that waits for room may go on at once. */
static void receives(int file, u64 pc) {
  const void *found = channel_of(file);
  if (found < (const void *)files || found >= (const void *)(files + CHANNELS)) releases(room_of(found), pc);
}
static ssize_t received(int file, ssize_t result, u64 pc) {
  int error = errno;
  if (result >= 0) acquires_from(channel_of(file), pc);
  errno = error;
  return result;
}
/* It had to wait until there was room. */
static ssize_t went_on(int file, ssize_t result, u64 pc) {
  if (result >= 0) acquires(room_of(channel_of(file)), pc);
  return result;
}

/* Locks of files, by file: which part of it is locked does not matter. */
static channel file_locks[CHANNELS];
static const void *file_lock_of(int file) {
  struct stat status;
  int error = errno;
  const void *found = recording && fstat(file, &status) == 0 ? file_locks[status.st_ino % CHANNELS] : NULL;
  errno = error;
  return found;
}
static volatile int has_file_locks;
/*
 * By file: 1 and the only descriptor that was unlocked so far, or -1. A descriptor does not keep out those who use the same one. If
 * it is closed, its number may become another's.
 */
static volatile int unlocked_by[CHANNELS];
static volatile int *unlocker_of(const void *lock) { return &unlocked_by[(const channel *)lock - file_locks]; }
static void lets_go_of_locks(int file, int closes, u64 pc) {
  const void *lock = has_file_locks ? file_lock_of(file) : NULL;
  if (lock == NULL) return;
  volatile int *by = unlocker_of(lock);
  *by = !closes && (*by == 0 || *by == file + 1) ? file + 1 : -1;
  releases(lock, pc);
}
static void gets_lock(int file, u64 pc) {
  const void *lock = file_lock_of(file);
  if (lock != NULL && *unlocker_of(lock) != file + 1) acquires(lock, pc);
}

/* A call that waits until the file is ready. If it is, the step is one like others, and the run the same each time. */
#define SENDS(type, name, parameters, arguments) \
  static type wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT type name parameters { \
    need_real(); \
    if (!recording) return real.name arguments; \
    u64 pc = CALLER; \
    sends(file, pc); \
    if (is_ready(file, POLLOUT)) return real.name arguments; \
    return went_on(file, wait_##name arguments, pc); \
  }
#define RECEIVES(type, name, parameters, arguments) \
  static type wait_##name parameters { AROUND_FILE(POLLIN, real.name arguments); } \
  EXPORT type name parameters { \
    need_real(); \
    receives(file, CALLER); \
    return received(file, wait_##name arguments, CALLER); \
  }
/* The same under another name. */
#define ALSO(type, name, other, parameters) \
  EXPORT type name parameters __attribute__((alias(#other)))

SENDS(ssize_t, write, (int file, const void *p, size_t n), (file, p, n))
SENDS(ssize_t, writev, (int file, const struct iovec *v, int n), (file, v, n))
SENDS(ssize_t, pwrite, (int file, const void *p, size_t n, off_t at), (file, p, n, at))
SENDS(ssize_t, pwritev, (int file, const struct iovec *v, int n, off_t at), (file, v, n, at))
SENDS(ssize_t, pwritev2, (int file, const struct iovec *v, int n, off_t at, int flags), (file, v, n, at, flags))
SENDS(ssize_t, send, (int file, const void *p, size_t n, int flags), (file, p, n, flags))
SENDS(ssize_t, sendto, (int file, const void *p, size_t n, int flags, const struct sockaddr *a, socklen_t length),
      (file, p, n, flags, a, length))
SENDS(ssize_t, sendmsg, (int file, const struct msghdr *m, int flags), (file, m, flags))
SENDS(int, sendmmsg, (int file, struct mmsghdr *m, unsigned n, int flags), (file, m, n, flags))
SENDS(int, eventfd_write, (int file, eventfd_t value), (file, value))
SENDS(ssize_t, vmsplice, (int file, const struct iovec *v, size_t n, unsigned flags), (file, v, n, flags))
RECEIVES(ssize_t, read, (int file, void *p, size_t n), (file, p, n))
RECEIVES(ssize_t, readv, (int file, const struct iovec *v, int n), (file, v, n))
RECEIVES(ssize_t, pread, (int file, void *p, size_t n, off_t at), (file, p, n, at))
RECEIVES(ssize_t, preadv, (int file, const struct iovec *v, int n, off_t at), (file, v, n, at))
RECEIVES(ssize_t, preadv2, (int file, const struct iovec *v, int n, off_t at, int flags), (file, v, n, at, flags))
RECEIVES(ssize_t, recv, (int file, void *p, size_t n, int flags), (file, p, n, flags))
RECEIVES(ssize_t, recvfrom, (int file, void *p, size_t n, int flags, struct sockaddr *a, socklen_t *length),
         (file, p, n, flags, a, length))
RECEIVES(ssize_t, recvmsg, (int file, struct msghdr *m, int flags), (file, m, flags))
RECEIVES(int, recvmmsg, (int file, struct mmsghdr *m, unsigned n, int flags, struct timespec *timeout),
         (file, m, n, flags, timeout))
RECEIVES(int, eventfd_read, (int file, eventfd_t *value), (file, value))
ALSO(ssize_t, pwrite64, pwrite, (int file, const void *p, size_t n, off_t at));
ALSO(ssize_t, pwritev64, pwritev, (int file, const struct iovec *v, int n, off_t at));
ALSO(ssize_t, pwritev64v2, pwritev2, (int file, const struct iovec *v, int n, off_t at, int flags));
ALSO(ssize_t, pread64, pread, (int file, void *p, size_t n, off_t at));
ALSO(ssize_t, preadv64, preadv, (int file, const struct iovec *v, int n, off_t at));
ALSO(ssize_t, preadv64v2, preadv2, (int file, const struct iovec *v, int n, off_t at, int flags));

/* With _FORTIFY_SOURCE. */
#define RECEIVES_CHECKED(name, real_name, parameters, arguments) \
  EXPORT ssize_t name parameters { \
    check_room(n, there); \
    return real_name arguments; \
  }
RECEIVES_CHECKED(__read_chk, read, (int file, void *p, size_t n, size_t there), (file, p, n))
RECEIVES_CHECKED(__pread_chk, pread, (int file, void *p, size_t n, off_t at, size_t there), (file, p, n, at))
RECEIVES_CHECKED(__pread64_chk, pread, (int file, void *p, size_t n, off_t at, size_t there), (file, p, n, at))
RECEIVES_CHECKED(__recv_chk, recv, (int file, void *p, size_t n, size_t there, int flags), (file, p, n, flags))
RECEIVES_CHECKED(__recvfrom_chk, recvfrom,
                 (int file, void *p, size_t n, size_t there, int flags, struct sockaddr *a, socklen_t *length),
                 (file, p, n, flags, a, length))

/* From one descriptor to another. */
#define MOVES(name, parameters, arguments) \
  static ssize_t wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT ssize_t name parameters { \
    need_real(); \
    receives(from, CALLER); \
    sends(to, CALLER); \
    return went_on(to, received(from, wait_##name arguments, CALLER), CALLER); \
  }
MOVES(splice, (int from, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags),
      (from, at, to, to_at, n, flags))
MOVES(tee, (int from, int to, size_t n, unsigned flags), (from, to, n, flags))
MOVES(sendfile, (int to, int from, off_t *at, size_t n), (to, from, at, n))
MOVES(copy_file_range, (int from, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags),
      (from, at, to, to_at, n, flags))
ALSO(ssize_t, sendfile64, sendfile, (int to, int from, off_t *at, size_t n));

/* Text to a descriptor. */
static int wait_vdprintf(int file, const char *format, va_list list) { AROUND(real.vdprintf(file, format, list)); }
static int print_to(int file, const char *format, va_list list, u64 pc) {
  need_real();
  sends(file, pc);
  return went_on(file, wait_vdprintf(file, format, list), pc);
}
EXPORT int vdprintf(int file, const char *format, va_list list) { return print_to(file, format, list, CALLER); }
EXPORT int __vdprintf_chk(int file, int flag, const char *format, va_list list) {
  (void)flag;
  return print_to(file, format, list, CALLER);
}
#define WITH_LIST(type, last, call) \
  va_list list; \
  va_start(list, last); \
  type result = call; \
  va_end(list); \
  return result
EXPORT int dprintf(int file, const char *format, ...) { WITH_LIST(int, format, print_to(file, format, list, CALLER)); }
EXPORT int __dprintf_chk(int file, int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST(int, format, print_to(file, format, list, CALLER));
}

/*
 * What an epoll watches. What it says of a descriptor is only what the program has given it, so descriptors are known by that.
 * The thread that adds one comes before the thread that gets its event: the event has a pointer to its data.
 */
#define MOST_WATCHED 65536
static struct {
  int queue, file;
  u64 given;
} watched[MOST_WATCHED];
static volatile u32 watched_count;
static volatile int watched_lock;

static void remember_watched(int queue, int operation, int file, u64 given) {
  while (__atomic_exchange_n(&watched_lock, 1, __ATOMIC_ACQUIRE)) real.sched_yield();
  u32 i = 0;
  while (i < watched_count && (watched[i].queue != queue || watched[i].file != file)) i++;
  if (operation == EPOLL_CTL_DEL) {
    if (i < watched_count) watched[i] = watched[--watched_count];
  } else if (i < MOST_WATCHED) {
    watched[i].queue = queue;
    watched[i].file = file;
    watched[i].given = given;
    if (i == watched_count) watched_count++;
  }
  __atomic_store_n(&watched_lock, 0, __ATOMIC_RELEASE);
}
static void forget_watched(int file) {
  if (watched_count == 0) return;
  while (__atomic_exchange_n(&watched_lock, 1, __ATOMIC_ACQUIRE)) real.sched_yield();
  for (u32 i = watched_count; i-- > 0;) {
    if (watched[i].file == file || watched[i].queue == file) watched[i] = watched[--watched_count];
  }
  __atomic_store_n(&watched_lock, 0, __ATOMIC_RELEASE);
}

/* A thread learns that the file is ready: by an epoll, everything that this one watches. */
APART void told_ready(int file, int reads, int writes, u64 pc) {
  const void *found = channel_of(file);
  if (reads) acquires_from(found, pc);
  if (writes) acquires(room_of(found), pc);
  for (u32 i = 0; found != NULL && found == descriptor_of(file) && i < watched_count; i++) {
    if (watched[i].queue == file && watched[i].file != file) told_ready(watched[i].file, 1, 1, pc);
  }
}

EXPORT int epoll_ctl(int file, int operation, int of, struct epoll_event *event) {
  need_real();
  releases(descriptor_of(file), CALLER);
  int failed = real.epoll_ctl(file, operation, of, event);
  if (failed == 0) remember_watched(file, operation, of, event == NULL ? 0 : event->data.u64);
  return failed;
}

static int notified(int file, const struct epoll_event *events, int count, u64 pc) {
  if (!recording || count <= 0) return count;
  int error = errno;
  acquires(descriptor_of(file), pc);
  for (u32 i = 0; i < watched_count; i++) {
    if (watched[i].queue != file) continue;
    for (int k = 0; k < count; k++) {
      if (watched[i].given != events[k].data.u64) continue;
      told_ready(watched[i].file, (events[k].events & ~EPOLLOUT) != 0, (events[k].events & EPOLLOUT) != 0, pc);
      break;
    }
  }
  errno = error;
  return count;
}
static int wait_epoll(int file, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
  AROUND(real.epoll_pwait(file, events, n, timeout, mask));
}
EXPORT int epoll_wait(int file, struct epoll_event *events, int n, int timeout) {
  return notified(file, events, wait_epoll(file, events, n, timeout, NULL), CALLER);
}
EXPORT int epoll_pwait(int file, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
  return notified(file, events, wait_epoll(file, events, n, timeout, mask), CALLER);
}
static int wait_epoll_pwait2(int file, struct epoll_event *events, int n, const struct timespec *timeout,
                             const sigset_t *mask) {
  AROUND(real.epoll_pwait2(file, events, n, timeout, mask));
}
EXPORT int epoll_pwait2(int file, struct epoll_event *events, int n, const struct timespec *timeout,
                        const sigset_t *mask) {
  return notified(file, events, wait_epoll_pwait2(file, events, n, timeout, mask), CALLER);
}

static int polled(const struct pollfd *polled_files, nfds_t n, int count, u64 pc) {
  if (!recording || count <= 0) return count;
  int error = errno;
  for (nfds_t i = 0; i < n; i++) {
    int told = polled_files[i].revents;
    if (told != 0) told_ready(polled_files[i].fd, (told & ~POLLOUT) != 0, (told & POLLOUT) != 0, pc);
  }
  errno = error;
  return count;
}
static int wait_poll(struct pollfd *p, nfds_t n, int timeout) { AROUND(real.poll(p, n, timeout)); }
static int wait_ppoll(struct pollfd *p, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
  AROUND(real.ppoll(p, n, timeout, mask));
}
EXPORT int poll(struct pollfd *p, nfds_t n, int timeout) { return polled(p, n, wait_poll(p, n, timeout), CALLER); }
EXPORT int __poll_chk(struct pollfd *p, nfds_t n, int timeout, size_t there) {
  check_room(n * sizeof *p, there);
  return polled(p, n, wait_poll(p, n, timeout), CALLER);
}
EXPORT int ppoll(struct pollfd *p, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
  return polled(p, n, wait_ppoll(p, n, timeout, mask), CALLER);
}
EXPORT int __ppoll_chk(struct pollfd *p, nfds_t n, const struct timespec *timeout, const sigset_t *mask, size_t there) {
  check_room(n * sizeof *p, there);
  return polled(p, n, wait_ppoll(p, n, timeout, mask), CALLER);
}

static int selected(int n, const fd_set *r, const fd_set *w, const fd_set *e, int count, u64 pc) {
  if (!recording || count <= 0) return count;
  int error = errno;
  for (int file = 0; file < n; file++) {
    int reads = (r != NULL && FD_ISSET(file, r)) || (e != NULL && FD_ISSET(file, e));
    int writes = w != NULL && FD_ISSET(file, w);
    if (reads || writes) told_ready(file, reads, writes, pc);
  }
  errno = error;
  return count;
}
static int wait_select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *timeout) {
  AROUND(real.select(n, r, w, e, timeout));
}
static int wait_pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *timeout, const sigset_t *mask) {
  AROUND(real.pselect(n, r, w, e, timeout, mask));
}
EXPORT int select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *timeout) {
  return selected(n, r, w, e, wait_select(n, r, w, e, timeout), CALLER);
}
EXPORT int pselect(int n, fd_set *r, fd_set *w, fd_set *e, const struct timespec *timeout, const sigset_t *mask) {
  return selected(n, r, w, e, wait_pselect(n, r, w, e, timeout, mask), CALLER);
}

/* The thread that sets a timer comes before the thread that gets its event. */
EXPORT int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *before) {
  need_real();
  sends(file, CALLER);
  return real.timerfd_settime(file, flags, time, before);
}

/*
 * The close of a descriptor comes before whatever gets the same number: servers depend on it when they keep what belongs to a
 * connection in a table by descriptor. A read from a pipe whose other end is closed finds its end; a lock of the file goes.
 */
static void closes(int file, u64 pc) {
  const void *found = channel_of(file);
  if (found != descriptor_of(file)) releases(found, pc);
  releases(descriptor_of(file), pc);
  lets_go_of_locks(file, 1, pc);
  forget_watched(file);
}
EXPORT int close(int file) {
  need_real();
  closes(file, CALLER);
  return real.close(file);
}
EXPORT int dup2(int file, int other) {
  need_real();
  if (file != other) closes(other, CALLER);
  return real.dup2(file, other);
}
EXPORT int dup3(int file, int other, int flags) {
  need_real();
  closes(other, CALLER);
  return real.dup3(file, other, flags);
}
EXPORT int shutdown(int file, int how) {
  need_real();
  sends(file, CALLER);
  return real.shutdown(file, how);
}

static int wait_connect(int file, const struct sockaddr *a, socklen_t length) {
  AROUND(real.connect(file, a, length));
}
EXPORT int connect(int file, const struct sockaddr *a, socklen_t length) {
  need_real();
  sends(file, CALLER);
  return wait_connect(file, a, length);
}
static int wait_accept(int file, struct sockaddr *a, socklen_t *length) {
  AROUND_FILE(POLLIN, real.accept(file, a, length));
}
static int wait_accept4(int file, struct sockaddr *a, socklen_t *length, int flags) {
  AROUND_FILE(POLLIN, real.accept4(file, a, length, flags));
}
static int opened(int file, u64 pc) {
  acquires(descriptor_of(file), pc);
  return received(file, file, pc);
}
EXPORT int accept(int file, struct sockaddr *a, socklen_t *length) {
  return opened(wait_accept(file, a, length), CALLER);
}
EXPORT int accept4(int file, struct sockaddr *a, socklen_t *length, int flags) {
  return opened(wait_accept4(file, a, length, flags), CALLER);
}

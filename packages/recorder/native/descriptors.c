/*
 * Descriptors are synchronisation objects: the close of one comes before whatever gets the same number. Servers depend on it
 * when they keep what belongs to a connection in a table by descriptor.
 */
#define MOST_DESCRIPTORS 65536
static u64 descriptors[MOST_DESCRIPTORS];

static void on_channel(const void *channel, u32 order, u64 value, u64 pc) {
  struct thread *t = channel == NULL ? NULL : enter();
  if (t == NULL) return;
  int error = errno;
  step(t, COST_LOCK);
  emit_object(t, channel, order, value, pc);
  leave(t);
  errno = error;
}

static const void *descriptor_of(int file) {
  return file < 0 || file >= MOST_DESCRIPTORS ? NULL : &descriptors[file];
}

/*
 * Who receives comes after whoever has sent. Both ends of a pipe are one object; so are all sockets, as the other end is not known;
 * an eventfd and the like are their descriptor. Files do not synchronise, nor do terminals.
 */
#define PIPES 4096
static u64 pipes[PIPES], sockets;

static const void *channel_of(int file) {
  struct stat status;
  if (!recording || fstat(file, &status) != 0) return NULL;
  switch (status.st_mode & S_IFMT) {
    case S_IFREG: case S_IFDIR: case S_IFCHR: case S_IFBLK: return NULL;
    case S_IFIFO: return &pipes[status.st_ino % PIPES];
    case S_IFSOCK: return &sockets;
    default: return descriptor_of(file);
  }
}
static void sends(int file, u64 pc) { on_channel(channel_of(file), RELEASE, 2, pc); }
static ssize_t received(int file, ssize_t result, u64 pc) {
  int error = errno;
  if (result >= 0) on_channel(channel_of(file), ACQUIRE, 1, pc);
  errno = error;
  return result;
}

#define SENDS(type, name, parameters, arguments) \
  static type wait_##name parameters { AROUND_FILE(POLLOUT, real.name arguments); } \
  EXPORT type name parameters { \
    sends(file, CALLER); \
    return wait_##name arguments; \
  }
#define RECEIVES(type, name, parameters, arguments) \
  static type wait_##name parameters { AROUND_FILE(POLLIN, real.name arguments); } \
  EXPORT type name parameters { return received(file, wait_##name arguments, CALLER); }

SENDS(ssize_t, write, (int file, const void *p, size_t n), (file, p, n))
SENDS(ssize_t, writev, (int file, const struct iovec *v, int n), (file, v, n))
SENDS(ssize_t, send, (int file, const void *p, size_t n, int flags), (file, p, n, flags))
SENDS(ssize_t, sendto, (int file, const void *p, size_t n, int flags, const struct sockaddr *a, socklen_t length),
      (file, p, n, flags, a, length))
SENDS(ssize_t, sendmsg, (int file, const struct msghdr *m, int flags), (file, m, flags))
SENDS(int, eventfd_write, (int file, eventfd_t value), (file, value))
SENDS(int, sendmmsg, (int file, struct mmsghdr *m, unsigned n, int flags), (file, m, n, flags))
RECEIVES(int, recvmmsg, (int file, struct mmsghdr *m, unsigned n, int flags, struct timespec *timeout),
         (file, m, n, flags, timeout))
RECEIVES(ssize_t, read, (int file, void *p, size_t n), (file, p, n))
RECEIVES(ssize_t, readv, (int file, const struct iovec *v, int n), (file, v, n))
RECEIVES(ssize_t, recv, (int file, void *p, size_t n, int flags), (file, p, n, flags))
RECEIVES(ssize_t, recvfrom, (int file, void *p, size_t n, int flags, struct sockaddr *a, socklen_t *length),
         (file, p, n, flags, a, length))
RECEIVES(ssize_t, recvmsg, (int file, struct msghdr *m, int flags), (file, m, flags))
RECEIVES(int, eventfd_read, (int file, eventfd_t *value), (file, value))

/* What is added to an epoll has a pointer to what belongs to it. */
EXPORT int epoll_ctl(int file, int operation, int of, struct epoll_event *event) {
  need_real();
  on_channel(descriptor_of(file), RELEASE, 2, CALLER);
  return real.epoll_ctl(file, operation, of, event);
}
static int wait_epoll(int file, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
  AROUND(real.epoll_pwait(file, events, n, timeout, mask));
}
static int notified(int file, int count, u64 pc) {
  if (count > 0) on_channel(descriptor_of(file), ACQUIRE, 1, pc);
  return count;
}
EXPORT int epoll_wait(int file, struct epoll_event *events, int n, int timeout) {
  return notified(file, wait_epoll(file, events, n, timeout, NULL), CALLER);
}
EXPORT int epoll_pwait(int file, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
  return notified(file, wait_epoll(file, events, n, timeout, mask), CALLER);
}

/* Whoever reads from a pipe whose other end is closed finds its end. */
EXPORT int close(int file) {
  need_real();
  const void *channel = channel_of(file);
  if (channel != descriptor_of(file)) on_channel(channel, RELEASE, 2, CALLER);
  on_channel(descriptor_of(file), RELEASE, 2, CALLER);
  return real.close(file);
}

static int wait_accept(int file, struct sockaddr *a, socklen_t *length) {
  AROUND_FILE(POLLIN, real.accept(file, a, length));
}
static int wait_accept4(int file, struct sockaddr *a, socklen_t *length, int flags) {
  AROUND_FILE(POLLIN, real.accept4(file, a, length, flags));
}
static int opened(int file, u64 pc) {
  on_channel(descriptor_of(file), ACQUIRE, 1, pc);
  return file;
}
EXPORT int accept(int file, struct sockaddr *a, socklen_t *length) {
  return opened(wait_accept(file, a, length), CALLER);
}
EXPORT int accept4(int file, struct sockaddr *a, socklen_t *length, int flags) {
  return opened(wait_accept4(file, a, length, flags), CALLER);
}

/*
 * Descriptors are synchronisation objects: the close of one comes before whatever gets the same number. Servers depend on it
 * when they keep what belongs to a connection in a table by descriptor.
 */
#define MOST_DESCRIPTORS 65536
static u64 descriptors[MOST_DESCRIPTORS];

static void on_descriptor(int file, u32 order, u64 value, u64 pc) {
  struct thread *t = file < 0 || file >= MOST_DESCRIPTORS ? NULL : enter();
  if (t == NULL) return;
  step(t, COST_LOCK);
  emit_object(t, &descriptors[file], order, value, pc);
  leave(t);
}

EXPORT int close(int file) {
  need_real();
  on_descriptor(file, RELEASE, 2, CALLER);
  return real.close(file);
}

static int wait_accept(int file, struct sockaddr *a, socklen_t *length) {
  AROUND_FILE(int, POLLIN, real.accept(file, a, length));
}
static int wait_accept4(int file, struct sockaddr *a, socklen_t *length, int flags) {
  AROUND_FILE(int, POLLIN, real.accept4(file, a, length, flags));
}
static int opened(int file, u64 pc) {
  int saved = errno;
  on_descriptor(file, ACQUIRE, 1, pc);
  errno = saved;
  return file;
}
EXPORT int accept(int file, struct sockaddr *a, socklen_t *length) {
  return opened(wait_accept(file, a, length), CALLER);
}
EXPORT int accept4(int file, struct sockaddr *a, socklen_t *length, int flags) {
  return opened(wait_accept4(file, a, length, flags), CALLER);
}

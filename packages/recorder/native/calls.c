/*
 * Functions that may wait in the kernel: meanwhile, other threads have the baton.
 *
 * Replaces those that only wait. Offers `AROUND` and `AROUND_FILE` for all others, and `is_ready`.
 */

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

EXPORT unsigned sleep(unsigned seconds) { AROUND(real.sleep(seconds)); }
EXPORT int usleep(useconds_t time) { AROUND(real.usleep(time)); }
EXPORT int nanosleep(const struct timespec *time, struct timespec *left) { AROUND(real.nanosleep(time, left)); }
EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  AROUND(real.clock_nanosleep(clock, flags, time, left));
}
EXPORT int fsync(int file) { AROUND(real.fsync(file)); }

EXPORT int sched_yield(void) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return real.sched_yield();
  give_way(t);
  leave(t);
  return 0;
}

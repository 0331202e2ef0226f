/*
 * How a recording begins and ends; the watchdog.
 *
 * Offers `starts_process`, and replaces the functions that end a process or put another program in its place.
 */

static void on_thread_end(void *rounds);

static void read_maps_of_stack(struct thread *t) {
  pthread_attr_t attributes;
  void *start;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &start, &bytes) == 0) {
    t->stack = (u64)start;
    t->stack_bytes = bytes;
  }
  pthread_attr_destroy(&attributes);
}

/* Takes the baton from the others for good. */
static void stop_all(void) {
  struct thread *was = owner;
  ending = 1;
  __atomic_store_n(&owner, NULL, __ATOMIC_SEQ_CST);
  real.syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  struct timespec tick = {0, 1000000};
  for (int i = 0; i < 2000 && was != NULL && was != self && (was->hooks & 1); i++) {
    if (was->state != RUNNABLE) break;
    real.syscall(SYS_nanosleep, &tick, NULL);
  }
}

static volatile int finished;
/* Of a deadlock: who waits for what and where, as JSON. */
static char waits[4096];

/* Sends the rest and how the run ended. `cut`: by a signal, perhaps within a hook, or because a store cannot be made. */
static void finish(const char *how, int cut) {
  if (!recording || __atomic_exchange_n(&finished, 1, __ATOMIC_SEQ_CST)) return;
  /* A handler that comes now would wait for the baton, which no thread gets any more. */
  ended = 1;
  stop_all();
  if (!cut) emit_pending();
  drain_all();
  if (steering) put_aims(steered_steps);
  if (!sending) {
    flush_events(cut);
    send_mappings();
    char text[sizeof waits + 256];
    int n = snprintf(text, sizeof text, "{\"reason\":\"%s\",\"operations\":%llu,\"threads\":%u,\"waits\":[%s]}", how,
                     (unsigned long long)events_total, thread_count, waits);
    struct iovec part = {text, n};
    send_block(BLOCK_END, &part, 1);
  }
  recording = 0;
  if (sink >= 0) real.close(sink);
  sink = -1;
}

/* The thread that has the mutex for which another one waits, or that one itself. */
static u32 holder_for(const struct thread *t) {
  if (t->waits_how != MUTEX_WAIT && t->waits_how != ROBUST_WAIT) return t->id;
  pid_t holder = ((const pthread_mutex_t *)t->waits_for)->__data.__owner;
  for (u32 i = 0; i < live_count; i++) {
    if (all_threads[live[i]].tid == holder) return live[i];
  }
  return t->id;
}

/* Who reads the recording knows the lines. */
static void tell_deadlock(void) {
  tell("fencepost: deadlock: every thread waits\n");
  size_t length = 0;
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (sink < 0) tell("  thread %u waits for %s %p\n", t->id, t->waits_how, t->waits_for);
    if (sizeof waits - length < 100) continue;
    u32 site = site_of(t->waits_at, WHAT(K_OBJECT, 0, ACQUIRE, 0))->id;
    length += snprintf(waits + length, sizeof waits - length, "%s[%u,\"%s\",%u,%u]", length > 0 ? "," : "", t->id,
                       t->waits_how, holder_for(t), site);
  }
}

static void end_idle(void) {
  tell("fencepost: the program waits in a loop for what does not come\n");
  finish("idle", 0);
  real._exit(EXIT_IDLE);
}

/* In which system call a thread is: 0 if it is running or cannot be asked, otherwise something that identifies the wait. */
static u64 system_call_of(pid_t tid) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", tid);
  int file = real.syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  long n = real.syscall(SYS_read, file, text, sizeof text - 1);
  real.close(file);
  if (n <= 0 || text[0] < '0' || text[0] > '9') return 0;
  u64 hash = 1469598103934665603ull;
  for (long i = 0; i < n; i++) hash = (hash ^ (u8)text[i]) * 1099511628211ull;
  return hash | 1;
}

/*
 * A thread that has the baton, runs, and has no hooks: it may wait in a loop for another one, which cannot go on. The first time
 * that is said, after some seconds of its own time; from then on, others soon go on meanwhile, as if it waited in the kernel.
 * Its time and not that of the clock: then it is past the access that its last hook announced.
 */
#define FIRST_PATIENCE 2000000000ull
#define LATER_PATIENCE 2000000ull
static u64 patience = FIRST_PATIENCE;

static u64 time_of(const struct thread *t) {
  struct timespec used;
  /* As the kernel numbers the clocks of threads: 6 is for the time that one has run. */
  clockid_t clock = (clockid_t)(~(u32)t->tid << 3 | 6);
  if (real.syscall(SYS_clock_gettime, clock, &used) != 0) return 0;
  return (u64)used.tv_sec * 1000000000 + used.tv_nsec;
}

static int others_can_go(const struct thread *t) {
  for (u32 i = 0; i < live_count; i++) {
    if (can_go(&all_threads[live[i]], t)) return 1;
  }
  return 0;
}

/* The recording has the line of the last operation. */
static void tell_unhooked(const struct thread *t) {
  if (sink < 0) {
    tell("fencepost: thread %u runs code without hooks while others wait: they go on meanwhile\n", t->id);
    return;
  }
  flush_events(0);
  u32 what[] = {t->id, last_site};
  struct iovec part = {what, sizeof what};
  send_block(BLOCK_UNHOOKED, &part, 1);
}

/*
 * Takes the baton from a thread that waits in the kernel, or runs without hooks, if it has had no hook since it was seen to do
 * so.
 */
static void take_from(struct thread *t, u64 hooks, int runs) {
  lock_scheduler();
  if (owner == t && t->state == RUNNABLE && !ending && (!runs || others_can_go(t))) {
    __atomic_store_n(&owner, NULL, __ATOMIC_SEQ_CST);
    real.syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    if (t->hooks == hooks && (hooks & 1) == 0) {
      emit_pending();
      if (runs && patience == FIRST_PATIENCE) {
        patience = LATER_PATIENCE;
        tell_unhooked(t);
      }
      drain(t);
      t->state = OUTSIDE;
      hand_to(pick(NULL));
    } else {
      __atomic_store_n(&owner, t, __ATOMIC_SEQ_CST);
    }
  }
  unlock_scheduler();
}

/*
 * The command asks for what was recorded so far, by a byte. It is sent between two hooks of the thread that has the baton: then no
 * event is incomplete.
 */
static void send_snapshot(void) {
  static int is_asked;
  u8 byte;
  if (real.syscall(SYS_recvfrom, sink, &byte, 1, MSG_DONTWAIT, NULL, NULL) == 1) is_asked = 1;
  if (!is_asked) return;
  lock_scheduler();
  struct thread *t = owner;
  if (!ending) {
    __atomic_store_n(&owner, NULL, __ATOMIC_SEQ_CST);
    real.syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    if (t == NULL || (t->hooks & 1) == 0) {
      is_asked = 0;
      flush_events(0);
      send_block(BLOCK_SNAPSHOT, NULL, 0);
    }
    __atomic_store_n(&owner, t, __ATOMIC_SEQ_CST);
  }
  unlock_scheduler();
}

static int is_deadlock(void) {
  if (owner != NULL || live_count == 0) return 0;
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (t->state != BLOCKED || t->waits_how == NULL) return 0;
  }
  return 1;
}

/* A handler has posted a semaphore while its thread was in a hook: threads that wait for one try again. */
static void wake_for_handlers(void) {
  lock_scheduler();
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (t->state == BLOCKED && t->waits_how == SEMAPHORE_WAIT) t->state = RUNNABLE;
  }
  if (owner == NULL && !ending) hand_to(pick(NULL));
  unlock_scheduler();
}

static void *watch(void *unused) {
  (void)unused;
  ended = 1;
  struct timespec tick = {0, 2000000};
  struct thread *watched = NULL;
  u64 hooks = 0, call = 0, since = 0;
  int still = 0;
  while (recording) {
    real.syscall(SYS_nanosleep, &tick, NULL);
    if (__atomic_exchange_n(&posted_by_handler, 0, __ATOMIC_SEQ_CST)) wake_for_handlers();
    if (segment_steps > 0) send_snapshot();
    lock_scheduler();
    still = is_deadlock() && !ending ? still + 1 : 0;
    unlock_scheduler();
    if (still == 100) {
      tell_deadlock();
      finish("deadlock", 0);
      real._exit(1);
    }
    /* The program has ended its last thread, and does not know of this one. */
    if (live_count == 0) exit(0);
    struct thread *t = owner;
    if (t == NULL || t != watched || t->hooks != hooks || (hooks & 1)) {
      watched = t;
      hooks = t == NULL ? 0 : t->hooks;
      call = 0;
      since = t == NULL ? 0 : time_of(t);
      continue;
    }
    /* No hook for some time. Twice in the same system call: it waits there. */
    u64 now = system_call_of(t->tid);
    if (now != 0 && now == call) take_from(t, hooks, 0);
    else if (time_of(t) - since > patience) take_from(t, hooks, 1);
    call = now;
  }
  return NULL;
}

static void on_signal(int number) {
  finish("signal", 1);
  signal(number, SIG_DFL);
  raise(number);
}

/* Signals that would end the program without its knowing. */
static void watch_signals(void) {
  static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGTERM};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action;
    if (real.sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_NODEFER;
    real.sigaction(numbers[i], &action, NULL);
  }
}

static void on_channel(const void *channel, u32 order, u64 value, u64 pc);

/* What other processes do comes after what their parents did before they were there. */
static u64 processes[2];
static void starts_process(u64 pc) {
  has_processes = 1;
  on_channel(processes, RELEASE, 2, pc);
}
static void know_standard_streams(void);
static void before_process(void) { starts_process(0); }

/* The child of a fork has one thread; it records nothing. */
static void in_child(void) {
  if (!recording) return;
  recording = 0;
  if (sink >= 0) real.close(sink);
  sink = -1;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s < 0) return -1;
  if (real.syscall(SYS_connect, s, &address, sizeof address) == 0) return s;
  int why = errno;
  real.close(s);
  errno = why;
  return -1;
}

static u64 number_in(const char *name, u64 otherwise) {
  const char *text = getenv(name);
  return text == NULL || *text == 0 ? otherwise : strtoull(text, NULL, 10);
}

static void send_header(void) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  u32 version = RUNTIME_VERSION, pid = getpid();
  struct iovec parts[] = {{&version, 4}, {&pid, 4}, {path, n < 0 ? 0 : n}};
  send_block(BLOCK_HEADER, parts, 3);
}

/* `fencepost steer` wants to know that there was a program with hooks, and whether the places of its recordings are in it. */
static void mark_steered(void) {
  const char *path = getenv("FENCEPOST_STEER_MARK");
  int file = path == NULL ? -1 : real.syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (aim_count > 0) (void)!real.syscall(SYS_write, file, "p", 1);
  real.close(file);
}

static volatile int tried;

/* When the first thread is about to be started. What comes before is done by one thread, and needs no recording. */
COLD void begin_recording(void) {
  if (__atomic_exchange_n(&tried, 1, __ATOMIC_SEQ_CST)) return;
  const char *path = getenv("FENCEPOST_RECORD"), *model = getenv("FENCEPOST_STEER");
  int steered = model != NULL && *model != 0;
  if (!steered && (path == NULL || *path == 0)) return;
  /* The header informs the recording command. */
  if (steered && number_in("FENCEPOST_RUNTIME", RUNTIME_VERSION) != RUNTIME_VERSION) {
    tell("fencepost: this program was built for another version\n");
    real._exit(EXIT_OTHER_VERSION);
  }
  if (!steered && (sink = connect_to(path)) < 0) {
    tell("fencepost: this run cannot be recorded: no recorder listens: %s\n", strerror(errno));
    return;
  }
  all_threads = reserve(sizeof *all_threads * MOST_THREADS);
  if (!steered) make_segments(number_in("FENCEPOST_RECORD_SEGMENT", 0));
  if (all_threads == NULL || !make_columns() || !make_sites() || !make_shadow()) {
    tell("fencepost: this run cannot be recorded: no memory\n");
    return;
  }
  u64 seed = number_in("FENCEPOST_RECORD_SEED", 1);
  if (steered) {
    make_steering(model, seed);
    mark_steered();
  }
  else make_scheduler(getenv("FENCEPOST_RECORD_SCHEDULER"), seed, number_in("FENCEPOST_RECORD_DEPTH", 3));
  real.syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  pthread_key_create(&end_key, on_thread_end);
  watch_signals();
  send_header();
  send_mappings();
  struct thread *t = adopt();
  if (steered) read_maps_of_stack(t);
  t->state = RUNNABLE;
  t->joinable = 1;
  hand_to(t);
  t->turn = 0;
  recording = 1;
  pthread_t watchdog;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (real.pthread_create(&watchdog, NULL, watch, NULL) == 0) real.pthread_detach(watchdog);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

__attribute__((constructor(101))) static void at_load(void) {
  need_real();
  know_standard_streams();
  pthread_atfork(before_process, NULL, in_child);
}
__attribute__((destructor(101))) static void at_exit(void) { finish("exit", 0); }

EXPORT void _exit(int code) {
  need_real();
  finish("exit", 0);
  real._exit(code);
  __builtin_unreachable();
}
EXPORT void _Exit(int code) { _exit(code); }
EXPORT void quick_exit(int code) {
  need_real();
  real.quick_exit(code);
  __builtin_unreachable();
}
EXPORT void abort(void) {
  need_real();
  finish("abort", 0);
  real.abort();
  __builtin_unreachable();
}
EXPORT void __tsan_init(void) { need_real(); }

/* Another program may take the place of this one: then this was all. */
static void flush_before_exec(void) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return;
  flush_events(0);
  leave(t);
}
EXPORT int execv(const char *path, char *const argv[]) {
  flush_before_exec();
  return real.execv(path, argv);
}
EXPORT int execve(const char *path, char *const argv[], char *const envp[]) {
  flush_before_exec();
  return real.execve(path, argv, envp);
}
EXPORT int execvp(const char *file, char *const argv[]) {
  flush_before_exec();
  return real.execvp(file, argv);
}
EXPORT int execvpe(const char *file, char *const argv[], char *const envp[]) {
  flush_before_exec();
  return real.execvpe(file, argv, envp);
}
EXPORT int fexecve(int file, char *const argv[], char *const envp[]) {
  flush_before_exec();
  return real.fexecve(file, argv, envp);
}

/* The variadic ones, as arrays. */
#define MOST_ARGUMENTS 1024
static int arguments_of(char **argv, const char *first, va_list list) {
  int count = 0;
  for (const char *each = first; count < MOST_ARGUMENTS; each = va_arg(list, const char *)) {
    argv[count++] = (char *)each;
    if (each == NULL) return 0;
  }
  errno = E2BIG;
  return -1;
}
#define WITH_ARGUMENTS(call, more) \
  char *argv[MOST_ARGUMENTS]; \
  va_list list; \
  va_start(list, first); \
  int failed = arguments_of(argv, first, list); \
  more; \
  va_end(list); \
  return failed ? failed : call
EXPORT int execl(const char *path, const char *first, ...) { WITH_ARGUMENTS(execv(path, argv), ); }
EXPORT int execlp(const char *file, const char *first, ...) { WITH_ARGUMENTS(execvp(file, argv), ); }
EXPORT int execle(const char *path, const char *first, ...) {
  WITH_ARGUMENTS(execve(path, argv, envp), char *const *envp = failed ? NULL : va_arg(list, char *const *));
}

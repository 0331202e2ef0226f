/*
 * The functions of the C library that ours stand in front of.
 *
 * Offers `real.NAME` for each of them, `need_real` (finds them at first use), and `tell` for messages of the recorder.
 */
#define REAL_FUNCTIONS(X) \
  X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(pthread_detach) X(pthread_cancel) \
  X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_timedlock) X(pthread_mutex_unlock) \
  X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock) X(pthread_rwlock_timedrdlock) \
  X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_unlock) \
  X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_signal) X(pthread_cond_broadcast) X(pthread_cond_destroy) X(pthread_key_create) X(pthread_key_delete) \
  X(pthread_barrier_init) X(pthread_barrier_wait) X(pthread_barrier_destroy) X(pthread_once) \
  X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock) \
  X(flockfile) X(ftrylockfile) X(funlockfile) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_post) \
  X(free) X(realloc) X(malloc) X(calloc) X(memalign) X(aligned_alloc) X(posix_memalign) X(valloc) X(pvalloc) X(mmap) X(munmap) X(mremap) X(mprotect) X(shmdt) X(dlclose) \
  X(read) X(write) X(readv) X(writev) X(recv) X(recvfrom) X(recvmsg) X(recvmmsg) X(send) X(sendto) X(sendmsg) X(sendmmsg) \
  X(close) X(accept) X(accept4) X(connect) X(poll) X(ppoll) X(select) X(pselect) X(epoll_ctl) X(epoll_pwait) \
  X(eventfd_read) X(eventfd_write) X(mq_send) X(mq_timedsend) X(mq_receive) X(mq_timedreceive) \
  X(msgsnd) X(msgrcv) X(semtimedop) X(kill) X(pthread_kill) X(sigqueue) X(pthread_sigqueue) \
  X(sleep) X(usleep) X(nanosleep) X(clock_nanosleep) X(sched_yield) X(pause) X(sigwait) \
  X(sigtimedwait) X(sigsuspend) X(waitpid) X(wait) X(wait3) X(wait4) X(waitid) X(system) X(flock) X(fsync) X(syscall) \
  X(pread) X(pwrite) X(preadv) X(pwritev) X(preadv2) X(pwritev2) X(vmsplice) X(splice) X(tee) X(sendfile) X(copy_file_range) X(vdprintf) \
  X(timerfd_settime) X(dup2) X(dup3) X(shutdown) X(semctl) X(fcntl) X(killpg) X(alarm) X(setitimer) \
  X(timer_settime) X(sigaction) X(popen) X(posix_spawn) X(posix_spawnp) \
  X(mkdir) X(rmdir) X(unlink) X(remove) X(link) X(symlink) X(rename) X(access) X(openat) X(fopen) \
  X(mkdirat) X(unlinkat) X(linkat) X(symlinkat) X(renameat) X(renameat2) X(faccessat) X(fgetc_unlocked) X(getc_unlocked) X(fputc_unlocked) X(putc_unlocked) \
  X(fputws) X(fputwc) X(putwc) X(vfwprintf) X(fgetws) X(fgetwc) X(getwc) \
  X(aio_read) X(aio_write) X(aio_suspend) X(aio_error) X(aio_return) X(lio_listio) \
  X(fputs) X(fputs_unlocked) X(fputc) X(putc) X(puts) X(putchar) X(fwrite) X(fwrite_unlocked) X(vfprintf) X(vprintf) \
  X(fflush) X(fflush_unlocked) X(fclose) X(pclose) X(fgets) X(fgets_unlocked) X(fgetc) X(getc) X(getchar) X(fread) X(fread_unlocked) \
  X(getdelim) X(getline) X(__isoc99_vfscanf) X(__vfprintf_chk) X(__vprintf_chk) X(__fgets_chk) X(__fread_chk) \
  X(_exit) X(quick_exit) X(abort) X(execv) X(execve) X(execvp) X(execvpe) X(fexecve)
/* Not in every C library. */
#define OPTIONAL_FUNCTIONS(X) \
  X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) X(pthread_mutex_clocklock) X(pthread_cond_clockwait) X(sem_clockwait) X(pthread_clockjoin_np) \
  X(epoll_pwait2) X(tgkill) X(stat) X(lstat) X(stat64) X(lstat64) X(fstatat) X(fstatat64) X(statx)

static struct {
#define FIELD(name) __typeof__(&name) name;
  REAL_FUNCTIONS(FIELD)
  OPTIONAL_FUNCTIONS(FIELD)
#undef FIELD
} real;

/* Of dlsym there is one of ours, too: the other is found by its version. */
static void *(*real_dlsym)(void *, const char *);
static void find_dlsym(void) {
  static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
  for (unsigned i = 0; real_dlsym == NULL && i < sizeof versions / sizeof *versions; i++)
    real_dlsym = (__typeof__(real_dlsym))dlvsym(RTLD_NEXT, "dlsym", versions[i]);
}

/* Condition variables have two versions on x86-64, and dlsym may find the old one. */
static void *find_real(const char *name) {
  void *found = strncmp(name, "pthread_cond_", 13) == 0 ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : NULL;
  return found != NULL ? found : real_dlsym(RTLD_NEXT, name);
}

/* Set last, so that a call from within dlsym is not taken for a call after it. */
static volatile int found_real;

static void find_all_real(void) {
  find_dlsym();
#define FIND(name) real.name = (__typeof__(real.name))find_real(#name);
  REAL_FUNCTIONS(FIND)
  OPTIONAL_FUNCTIONS(FIND)
#undef FIND
  found_real = 1;
}

/* Constructors of other libraries may run before ours. */
HOT void need_real(void) {
  if (UNLIKELY(!found_real)) find_all_real();
}

static void tell(const char *format, ...) {
  char text[1024];
  va_list list;
  va_start(list, format);
  int n = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (n > (int)sizeof text - 1) n = sizeof text - 1;
  if (n > 0 && real.syscall(SYS_write, 2, text, n) < 0) return;
}

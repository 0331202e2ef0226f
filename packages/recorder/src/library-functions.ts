// Functions of the C library, and their treatment by the recorder. A test compares these lists with the functions that
// the native runtime intercepts, and their topics with docs/use/record.md.

/** Functions that order threads, by topic. Each has a hook in packages/recorder/native. */
export const ORDERING: Readonly<Record<string, readonly string[]>> = {
  threads: [
    ...['pthread_create', 'pthread_join', 'pthread_tryjoin_np', 'pthread_timedjoin_np', 'pthread_clockjoin_np'],
    ...['pthread_cancel', 'thrd_create', 'thrd_join'],
  ],
  mutexes: [
    ...['pthread_mutex_lock', 'pthread_mutex_trylock', 'pthread_mutex_timedlock', 'pthread_mutex_clocklock'],
    ...['pthread_mutex_unlock', 'mtx_lock', 'mtx_trylock', 'mtx_timedlock', 'mtx_unlock'],
    ...['pthread_spin_lock', 'pthread_spin_trylock', 'pthread_spin_unlock'],
    ...['flockfile', 'ftrylockfile', 'funlockfile'],
  ],
  'read-write locks': [
    ...['pthread_rwlock_rdlock', 'pthread_rwlock_tryrdlock', 'pthread_rwlock_timedrdlock'],
    ...['pthread_rwlock_clockrdlock', 'pthread_rwlock_wrlock', 'pthread_rwlock_trywrlock'],
    ...['pthread_rwlock_timedwrlock', 'pthread_rwlock_clockwrlock', 'pthread_rwlock_unlock'],
  ],
  'conditions, barriers, once': [
    ...['pthread_cond_wait', 'pthread_cond_timedwait', 'pthread_cond_clockwait', 'pthread_cond_signal'],
    ...['pthread_cond_broadcast', 'cnd_wait', 'cnd_timedwait', 'cnd_signal', 'cnd_broadcast'],
    ...['pthread_barrier_wait', 'pthread_once', 'call_once'],
  ],
  semaphores: [
    ...['sem_wait', 'sem_trywait', 'sem_timedwait', 'sem_clockwait', 'sem_post', 'semop', 'semtimedop', 'semctl'],
  ],
  'pipes, sockets, eventfd, files': [
    ...['write', 'writev', 'pwrite', 'pwritev', 'pwritev2', 'send', 'sendto', 'sendmsg', 'sendmmsg', 'eventfd_write'],
    ...['dprintf', 'vdprintf', 'vmsplice', 'splice', 'tee', 'sendfile', 'copy_file_range', 'close', 'dup2', 'dup3'],
    ...['shutdown', 'connect', 'accept', 'accept4', 'read', 'readv', 'pread', 'preadv', 'preadv2', 'recv', 'recvfrom'],
    ...['recvmsg', 'recvmmsg', 'eventfd_read'],
    ...['aio_read', 'aio_write', 'lio_listio', 'aio_error', 'aio_return', 'aio_suspend'],
  ],
  'waiting for ready descriptors': [
    ...['poll', 'ppoll', 'select', 'pselect', 'epoll_ctl', 'epoll_wait', 'epoll_pwait', 'epoll_pwait2'],
    'timerfd_settime',
  ],
  'streams (`FILE`) of these': [
    ...['fputs', 'fputs_unlocked', 'fputc', 'putc', 'puts', 'putchar', 'fwrite', 'fwrite_unlocked', 'fprintf'],
    ...['vfprintf', 'printf', 'vprintf', 'fflush', 'fflush_unlocked', 'fclose', 'fgets', 'fgets_unlocked', 'fgetc'],
    ...['fputc_unlocked', 'putc_unlocked', 'fputws', 'fputwc', 'putwc', 'fwprintf', 'vfwprintf', 'fgetc_unlocked'],
    ...[
      'getc_unlocked',
      'fgetws',
      'fgetwc',
      'getwc',
      'getc',
      'getchar',
      'fread',
      'fread_unlocked',
      'getdelim',
      'getline',
      'fscanf',
      'scanf',
      'vfscanf',
    ],
  ],
  'message queues': ['mq_send', 'mq_timedsend', 'mq_receive', 'mq_timedreceive', 'msgsnd', 'msgrcv'],
  'file locks': ['flock', 'fcntl'],
  'file names': [
    ...['open', 'openat', 'creat', 'fopen', 'mkdir', 'rmdir', 'unlink', 'remove', 'link', 'symlink', 'rename'],
    ...['mkdirat', 'unlinkat', 'linkat', 'symlinkat', 'renameat', 'renameat2'],
    ...['access', 'faccessat', 'stat', 'lstat', 'fstatat', 'statx'],
  ],
  signals: [
    ...['kill', 'killpg', 'tgkill', 'pthread_kill', 'sigqueue', 'pthread_sigqueue', 'alarm', 'setitimer'],
    ...['timer_settime', 'sigwait', 'sigwaitinfo', 'sigtimedwait', 'sigaction', 'signal', 'pause', 'sigsuspend'],
  ],
  processes: [
    ...['vfork', 'posix_spawn', 'posix_spawnp', 'system', 'popen', 'pclose', 'wait', 'wait3', 'wait4', 'waitid'],
    'waitpid',
  ],
  'system calls by number': ['syscall'],
};

/**
 * Functions that order nothing, and have a hook for another reason: they wait, drain the store buffer, end something,
 * or free memory.
 */
export const ONLY_HOOKED: readonly string[] = [
  ...['pthread_barrier_init', 'pthread_barrier_destroy', 'pthread_detach', 'thrd_detach', 'thrd_sleep', 'thrd_yield'],
  ...['pthread_cond_destroy', 'cnd_destroy', 'pthread_key_create', 'pthread_key_delete', 'tss_create', 'tss_delete'],
  ...['sleep', 'usleep', 'nanosleep', 'clock_nanosleep', 'sched_yield', 'fsync'],
  ...['malloc', 'calloc', 'aligned_alloc', 'memalign', 'posix_memalign', 'valloc', 'pvalloc', 'mmap'],
  ...['free', 'realloc', 'reallocarray', 'munmap', 'mremap', 'mprotect', 'shmdt', 'dlclose', 'dlsym'],
  ...['abort', 'quick_exit', '_exit', '_Exit', 'execl', 'execle', 'execlp', 'execv', 'execve', 'execvp', 'execvpe'],
  'fexecve',
];

/** Functions that may order threads, and have no hook: if a program calls one, its recording has a note. */
export const NOTED: readonly string[] = [
  ...['mq_notify', 'getaddrinfo_a', 'gai_suspend', 'gai_error', 'inotify_add_watch', 'fanotify_mark'],
  ...['process_vm_readv', 'process_vm_writev', 'ptrace', 'clone', 'fwscanf', 'vfwscanf', 'fopencookie'],
];

/**
 * Returns the plain name of a function that has variants: with _FORTIFY_SOURCE, for 64-bit files, for a standard;
 * `read` for `__read_chk`.
 */
export function plainName(name: string): string {
  return name
    .replace(/^__isoc\d+_|^_IO_|^__sysv_|^__(?=\w+_chk$|getdelim$)/, '')
    .replace(/_chk$/, '')
    .replace(/64v2$/, '2')
    .replace(/64$/, '');
}

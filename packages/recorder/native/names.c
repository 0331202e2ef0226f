/*
 * Names of files as locks and signs: who makes or removes one comes before who finds that, by the last part of its path. A descriptor
 * that is opened again comes after the close of the one that had its number.
 *
 * Offers nothing to other parts.
 */
static channel names[CHANNELS];
static const void *name_of(const char *path) {
  const char *last = path == NULL ? NULL : strrchr(path, '/');
  u32 hash = 2166136261u;
  for (const char *p = last == NULL ? path : last + 1; p != NULL && *p != 0; p++) hash = (hash ^ (u8)*p) * 16777619u;
  return path == NULL ? NULL : names[hash % CHANNELS];
}
static int found_name(const char *path, int result, u64 pc) {
  acquires(name_of(path), pc);
  return result;
}

/* They change a name, and find that no thread has done so before. */
#define CHANGES_NAME(name, path, parameters, arguments) \
  EXPORT int name parameters { \
    need_real(); \
    if (!recording) return real.name arguments; \
    releases(name_of(path), CALLER); \
    int failed = real.name arguments; \
    return failed ? failed : found_name(path, failed, CALLER); \
  }
CHANGES_NAME(mkdir, path, (const char *path, mode_t mode), (path, mode))
CHANGES_NAME(rmdir, path, (const char *path), (path))
CHANGES_NAME(unlink, path, (const char *path), (path))
CHANGES_NAME(remove, path, (const char *path), (path))
CHANGES_NAME(link, to, (const char *from, const char *to), (from, to))
CHANGES_NAME(symlink, to, (const char *from, const char *to), (from, to))
CHANGES_NAME(mkdirat, path, (int folder, const char *path, mode_t mode), (folder, path, mode))
CHANGES_NAME(unlinkat, path, (int folder, const char *path, int flags), (folder, path, flags))
CHANGES_NAME(linkat, to, (int at, const char *from, int to_at, const char *to, int flags), (at, from, to_at, to, flags))
CHANGES_NAME(symlinkat, to, (const char *from, int at, const char *to), (from, at, to))
#define RENAMES(name, parameters, arguments) \
  EXPORT int name parameters { \
    need_real(); \
    if (!recording) return real.name arguments; \
    releases(name_of(from), CALLER); \
    releases(name_of(to), CALLER); \
    int failed = real.name arguments; \
    if (failed == 0) found_name(from, 0, CALLER); \
    return failed ? failed : found_name(to, 0, CALLER); \
  }
RENAMES(rename, (const char *from, const char *to), (from, to))
RENAMES(renameat, (int at, const char *from, int to_at, const char *to), (at, from, to_at, to))
RENAMES(renameat2, (int at, const char *from, int to_at, const char *to, unsigned flags), (at, from, to_at, to, flags))
#define FINDS_NAME(name, path, parameters, arguments) \
  EXPORT int name parameters { \
    need_real(); \
    int result = real.name arguments; \
    return recording ? found_name(path, result, CALLER) : result; \
  }
FINDS_NAME(access, path, (const char *path, int mode), (path, mode))
FINDS_NAME(faccessat, path, (int folder, const char *path, int mode, int flags), (folder, path, mode, flags))
FINDS_NAME(statx, path, (int folder, const char *path, int flags, unsigned mask, struct statx *status),
           (folder, path, flags, mask, status))
#if __GLIBC_PREREQ(2, 33)
FINDS_NAME(fstatat, path, (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags))
FINDS_NAME(fstatat64, path, (int folder, const char *path, struct stat64 *status, int flags),
           (folder, path, status, flags))
FINDS_NAME(stat, path, (const char *path, struct stat *status), (path, status))
FINDS_NAME(lstat, path, (const char *path, struct stat *status), (path, status))
FINDS_NAME(stat64, path, (const char *path, struct stat64 *status), (path, status))
FINDS_NAME(lstat64, path, (const char *path, struct stat64 *status), (path, status))
#endif

static int wait_openat(int folder, const char *path, int flags, mode_t mode) {
  AROUND(real.openat(folder, path, flags, mode));
}
static int open_name(int folder, const char *path, int flags, mode_t mode, u64 pc) {
  need_real();
  if (!recording) return real.openat(folder, path, flags, mode);
  if (flags & O_CREAT) releases(name_of(path), pc);
  /* To open a pipe may wait for its other end, to which it is told. */
  struct stat status;
  int error = errno, is_pipe = real.syscall(SYS_newfstatat, folder, path, &status, 0) == 0 && S_ISFIFO(status.st_mode);
  errno = error;
  const void *pipe = is_pipe ? has_processes ? sockets : pipes[status.st_ino % CHANNELS] : NULL;
  releases(room_of(pipe), pc);
  int file = is_pipe ? wait_openat(folder, path, flags, mode) : real.openat(folder, path, flags, mode);
  if (file >= 0) acquires(room_of(pipe), pc);
  return file < 0 ? file : found_name(path, file, pc);
}
#define OPENS(name, folder, parameters) \
  EXPORT int name parameters { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    return open_name(folder, path, flags, mode, CALLER); \
  }
OPENS(open, AT_FDCWD, (const char *path, int flags, ...))
OPENS(open64, AT_FDCWD, (const char *path, int flags, ...))
OPENS(openat, folder, (int folder, const char *path, int flags, ...))
OPENS(openat64, folder, (int folder, const char *path, int flags, ...))
EXPORT int creat(const char *path, mode_t mode) {
  return open_name(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, CALLER);
}

static FILE *wait_fopen(const char *path, const char *mode) { AROUND(real.fopen(path, mode)); }
static FILE *open_stream(const char *path, const char *mode, u64 pc) {
  need_real();
  if (!recording || path == NULL || mode == NULL) return real.fopen(path, mode);
  if (*mode != 'r') releases(name_of(path), pc);
  FILE *stream = wait_fopen(path, mode);
  if (stream != NULL) found_name(path, 0, pc);
  return stream;
}
EXPORT FILE *fopen(const char *path, const char *mode) { return open_stream(path, mode, CALLER); }
EXPORT FILE *fopen64(const char *path, const char *mode) { return open_stream(path, mode, CALLER); }

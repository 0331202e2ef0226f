/*
 * Streams (FILE) of pipes, sockets and files: the C library reads and writes them without functions that can be replaced. What is
 * written to a pipe or a socket may be sent at once, or when it is flushed; of a file, only what is flushed counts. The streams that
 * the program was started with lead elsewhere, unless it has put something else in their place.
 *
 * Offers nothing to other parts.
 */
#define STANDARD 3
static ino_t given[STANDARD];

static ino_t number_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}
static void know_standard_streams(void) {
  for (int file = 0; file < STANDARD; file++) given[file] = number_of(file);
}

static const void *channel_of_stream(FILE *stream) {
  int error = errno, file = recording && stream != NULL ? fileno(stream) : -1;
  errno = error;
  if (file < 0 || (file < STANDARD && number_of(file) == given[file])) return NULL;
  return channel_of(file);
}
static int is_of_file(const void *channel) {
  return channel >= (const void *)files && channel < (const void *)(files + CHANNELS);
}

static void writes_stream(FILE *stream, u64 pc) {
  const void *to = channel_of_stream(stream);
  if (to != NULL && !is_of_file(to)) releases(to, pc);
}
static void flushes_stream(FILE *stream, u64 pc) { releases(channel_of_stream(stream), pc); }
static void read_stream(FILE *stream, u64 pc) {
  const void *from = channel_of_stream(stream);
  if (from != NULL) acquires_from(from, pc);
}
static int must_wait(FILE *stream) {
  return channel_of_stream(stream) != NULL && stream->_IO_read_ptr >= stream->_IO_read_end &&
         !is_ready(fileno(stream), POLLIN);
}
/* Within the call, others may have waited for the lock of the stream. */
static void end_stream(FILE *stream) {
  struct thread *t = recording ? enter() : NULL;
  if (t == NULL) return;
  wake(stream, 1);
  leave(t);
}

#define WRITES(type, name, stream, parameters, arguments) \
  EXPORT type name parameters { \
    need_real(); \
    writes_stream(stream, CALLER); \
    return real.name arguments; \
  }
#define FLUSHES(name) \
  EXPORT int name(FILE *stream) { \
    need_real(); \
    flushes_stream(stream, CALLER); \
    return real.name(stream); \
  }
#define READS(type, name, stream, parameters, arguments) \
  static type wait_##name parameters { AROUND(real.name arguments); } \
  EXPORT type name parameters { \
    need_real(); \
    if (!recording) return real.name arguments; \
    int waits = must_wait(stream); \
    type result = waits ? wait_##name arguments : real.name arguments; \
    if (waits) end_stream(stream); \
    read_stream(stream, CALLER); \
    return result; \
  }

WRITES(int, fputs, stream, (const char *text, FILE *stream), (text, stream))
WRITES(int, fputs_unlocked, stream, (const char *text, FILE *stream), (text, stream))
WRITES(int, fputc, stream, (int c, FILE *stream), (c, stream))
WRITES(int, putc, stream, (int c, FILE *stream), (c, stream))
WRITES(int, puts, stdout, (const char *text), (text))
WRITES(int, putchar, stdout, (int c), (c))
WRITES(size_t, fwrite, stream, (const void *p, size_t size, size_t n, FILE *stream), (p, size, n, stream))
WRITES(size_t, fwrite_unlocked, stream, (const void *p, size_t size, size_t n, FILE *stream), (p, size, n, stream))
WRITES(int, vfprintf, stream, (FILE *stream, const char *format, va_list list), (stream, format, list))
WRITES(int, vprintf, stdout, (const char *format, va_list list), (format, list))
WRITES(int, fputc_unlocked, stream, (int c, FILE *stream), (c, stream))
WRITES(int, putc_unlocked, stream, (int c, FILE *stream), (c, stream))
WRITES(int, fputws, stream, (const wchar_t *text, FILE *stream), (text, stream))
WRITES(wint_t, fputwc, stream, (wchar_t c, FILE *stream), (c, stream))
WRITES(wint_t, putwc, stream, (wchar_t c, FILE *stream), (c, stream))
WRITES(int, vfwprintf, stream, (FILE *stream, const wchar_t *format, va_list list), (stream, format, list))
FLUSHES(fflush)
FLUSHES(fflush_unlocked)
FLUSHES(fclose)
READS(char *, fgets, stream, (char *p, int n, FILE *stream), (p, n, stream))
READS(char *, fgets_unlocked, stream, (char *p, int n, FILE *stream), (p, n, stream))
READS(int, fgetc, stream, (FILE *stream), (stream))
READS(int, getc, stream, (FILE *stream), (stream))
READS(int, getchar, stdin, (void), ())
READS(int, fgetc_unlocked, stream, (FILE *stream), (stream))
READS(int, getc_unlocked, stream, (FILE *stream), (stream))
READS(wchar_t *, fgetws, stream, (wchar_t *p, int n, FILE *stream), (p, n, stream))
READS(wint_t, fgetwc, stream, (FILE *stream), (stream))
READS(wint_t, getwc, stream, (FILE *stream), (stream))
READS(size_t, fread, stream, (void *p, size_t size, size_t n, FILE *stream), (p, size, n, stream))
READS(size_t, fread_unlocked, stream, (void *p, size_t size, size_t n, FILE *stream), (p, size, n, stream))
READS(ssize_t, getdelim, stream, (char **p, size_t *n, int end, FILE *stream), (p, n, end, stream))
READS(ssize_t, getline, stream, (char **p, size_t *n, FILE *stream), (p, n, stream))
READS(int, __isoc99_vfscanf, stream, (FILE *stream, const char *format, va_list list), (stream, format, list))
ALSO(ssize_t, __getdelim, getdelim, (char **p, size_t *n, int end, FILE *stream));
EXPORT int _IO_putc(int c, FILE *stream) { return putc(c, stream); }
EXPORT int _IO_getc(FILE *stream) { return getc(stream); }

/* Who closes it waits for the end of a process. */
static int wait_pclose(FILE *stream) { AROUND(real.pclose(stream)); }
EXPORT int pclose(FILE *stream) {
  need_real();
  flushes_stream(stream, CALLER);
  int result = wait_pclose(stream);
  acquires(processes, CALLER);
  return result;
}

/* The variadic ones, and those with _FORTIFY_SOURCE. */
EXPORT int fprintf(FILE *stream, const char *format, ...) { WITH_LIST(int, format, vfprintf(stream, format, list)); }
EXPORT int fwprintf(FILE *stream, const wchar_t *format, ...) { WITH_LIST(int, format, vfwprintf(stream, format, list)); }
EXPORT int printf(const char *format, ...) { WITH_LIST(int, format, vfprintf(stdout, format, list)); }
EXPORT int __isoc99_fscanf(FILE *stream, const char *format, ...) { WITH_LIST(int, format, __isoc99_vfscanf(stream, format, list)); }
EXPORT int __isoc99_scanf(const char *format, ...) { WITH_LIST(int, format, __isoc99_vfscanf(stdin, format, list)); }
WRITES(int, __vfprintf_chk, stream, (FILE *stream, int flag, const char *format, va_list list), (stream, flag, format, list))
WRITES(int, __vprintf_chk, stdout, (int flag, const char *format, va_list list), (flag, format, list))
EXPORT int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  WITH_LIST(int, format, __vfprintf_chk(stream, flag, format, list));
}
EXPORT int __printf_chk(int flag, const char *format, ...) {
  WITH_LIST(int, format, __vfprintf_chk(stdout, flag, format, list));
}
READS(char *, __fgets_chk, stream, (char *p, size_t there, int n, FILE *stream), (p, there, n, stream))
READS(size_t, __fread_chk, stream, (void *p, size_t there, size_t size, size_t n, FILE *stream),
      (p, there, size, n, stream))

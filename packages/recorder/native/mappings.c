/*
 * What is mapped: code, to know the libraries without hooks, and memory that other processes may share. Sent when the recording
 * begins, in case that its end is not reached, and at its end, perhaps by a signal handler: nothing but system calls.
 *
 * Offers `send_mappings`.
 */
#define MAPPINGS_BYTES (1u << 18)
static char mappings[MAPPINGS_BYTES];

/* As in `7f00-7f10 r-xp 00000000 08:01 42  /lib/libc.so.6`: code of a file, or memory that is shared and written. */
static int is_told(const char *line, const char *end) {
  const char *rights = memchr(line, ' ', end - line);
  if (rights == NULL || end - rights < 6) return 0;
  if (rights[2] == 'w' && rights[4] == 's') return 1;
  return rights[3] == 'x' && memchr(rights, '/', end - rights) != NULL;
}

static void send_mappings(void) {
  int file = real.syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  /* Lines that are told, and after them what was read since the last whole line. */
  size_t told = 0, length = 0;
  for (;;) {
    long n = length == sizeof mappings ? 0 : real.syscall(SYS_read, file, mappings + length, sizeof mappings - length);
    if (n <= 0) break;
    length += n;
    size_t line = told;
    for (char *end; (end = memchr(mappings + line, '\n', length - line)) != NULL;) {
      size_t bytes = end + 1 - (mappings + line);
      if (is_told(mappings + line, end)) {
        memmove(mappings + told, mappings + line, bytes);
        told += bytes;
      }
      line += bytes;
    }
    memmove(mappings + told, mappings + line, length - line);
    length = told + (length - line);
  }
  real.close(file);
  struct iovec part = {mappings, told};
  send_block(BLOCK_MAPPINGS, &part, 1);
}

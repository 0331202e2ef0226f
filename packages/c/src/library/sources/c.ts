/** Functions of the C library that are best written in C, because they call the program or keep state. */
export const C_LIBRARY = String.raw`
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Declared here: programs of 32 bits have no headers of a C library. The errors have Linux's numbers. */
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
int isalpha(int), isdigit(int), isspace(int);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int byte, size_t size);
char *strchr(const char *text, int character);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text), strnlen(const char *text, size_t most);
double strtod(const char *restrict text, char **restrict end);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *refused);
int *__errno_location(void);
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
enum {
  EPERM = 1, ENOENT = 2, EINTR = 4, EIO = 5, EBADF = 9, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EBUSY = 16, EEXIST = 17,
  EINVAL = 22, ENOSPC = 28, EPIPE = 32, EDOM = 33, ERANGE = 34, EDEADLK = 35, ENOSYS = 38, EOVERFLOW = 75, ENOTSUP = 95,
  ETIMEDOUT = 110, ECANCELED = 125,
};

typedef int (*comparison)(const void *, const void *, void *);

/* Stable, as the merge sort of glibc is. Elements are copied as a whole, not byte by byte. */
static void sort(char *first, size_t count, size_t size, comparison compare, void *context) {
  char held[size == 0 ? 1 : size];
  for (size_t i = 1; i < count; i++) {
    char *place = first + i * size;
    while (place > first && compare(place - size, first + i * size, context) > 0) place -= size;
    if (place == first + i * size) continue;
    memcpy(held, first + i * size, size);
    for (char *at = first + i * size; at > place; at -= size) memcpy(at, at - size, size);
    memcpy(place, held, size);
  }
}

static int without_context(const void *a, const void *b, void *compare) {
  return ((int (*)(const void *, const void *))compare)(a, b);
}

void qsort(void *first, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  sort(first, count, size, without_context, compare);
}

void qsort_r(void *first, size_t count, size_t size, comparison compare, void *context) {
  sort(first, count, size, compare, context);
}

void *bsearch(const void *key, const void *first, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t low = 0, high = count; low < high;) {
    size_t middle = low + (high - low) / 2;
    const char *at = (const char *)first + middle * size;
    int order = compare(key, at);
    if (order == 0) return (void *)at;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
  char *at = text ? text : *rest;
  at += strspn(at, separators);
  if (*at == 0) {
    *rest = at;
    return 0;
  }
  char *end = at + strcspn(at, separators);
  *rest = *end ? end + 1 : end;
  *end = 0;
  return at;
}

/* As in POSIX, threads share it. */
static char *strtok_rest;
char *strtok(char *restrict text, const char *restrict separators) {
  if (!text && !strtok_rest) return 0;
  return strtok_r(text, separators, &strtok_rest);
}

char *strsep(char **restrict text, const char *restrict separators) {
  char *start = *text;
  if (!start) return 0;
  char *end = start + strcspn(start, separators);
  *text = *end ? end + 1 : 0;
  *end = 0;
  return start;
}

static const struct { int code; const char *text; } errors[] = {
  {0, "Success"}, {EPERM, "Operation not permitted"}, {ENOENT, "No such file or directory"},
  {EINTR, "Interrupted system call"}, {EIO, "Input/output error"}, {EBADF, "Bad file descriptor"},
  {EAGAIN, "Resource temporarily unavailable"}, {ENOMEM, "Cannot allocate memory"}, {EACCES, "Permission denied"},
  {EBUSY, "Device or resource busy"}, {EEXIST, "File exists"}, {EINVAL, "Invalid argument"},
  {ENOSPC, "No space left on device"}, {EPIPE, "Broken pipe"}, {EDOM, "Numerical argument out of domain"},
  {ERANGE, "Numerical result out of range"}, {EDEADLK, "Resource deadlock avoided"},
  {ENOSYS, "Function not implemented"}, {ENOTSUP, "Operation not supported"}, {ETIMEDOUT, "Connection timed out"},
  {ECANCELED, "Operation canceled"}, {EOVERFLOW, "Value too large for defined data type"},
};

char *strerror(int code) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code) return (char *)errors[i].text;
  static _Thread_local char text[32];
  char digits[12], *end = digits + sizeof digits;
  unsigned rest = code < 0 ? -(unsigned)code : (unsigned)code;
  char *at = end;
  do *--at = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (code < 0) *--at = '-';
  memcpy(text, "Unknown error ", 14);
  memcpy(text + 14, at, (size_t)(end - at));
  text[14 + (end - at)] = 0;
  return text;
}

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

/* The numbers of a sign are in the order of their bits. */
#define NEXT_AFTER(name, type, integer) \
  type name(type x, type y) { \
    union { \
      type number; \
      integer bits; \
    } at = {x}; \
    if (x != x || y != y) return x + y; \
    if (x == y) return y; \
    if (x == 0) { \
      at.bits = 1; \
      return y < 0 ? -at.number : at.number; \
    } \
    at.bits += (x < y) == (x > 0) ? 1 : -1; \
    return at.number; \
  }
NEXT_AFTER(nextafter, double, int64_t)
NEXT_AFTER(nextafterf, float, int32_t)

/* There is one locale. */
void *__uselocale(void *locale) { return 0; }
void *uselocale(void *locale) { return 0; }

/* What pthread_cleanup_push leaves to run at the end of its scope. */
struct cleanup {
  void (*routine)(void *);
  void *argument;
  int wanted, type;
};
void __pthread_cleanup_routine(struct cleanup *frame) {
  if (frame->wanted) frame->routine(frame->argument);
}

/* Memory of no file: other kinds are refused. */
void *__fp_refuse_mmap(void);
void *mmap(void *wanted, size_t size, int protection, int flags, int file, long offset) {
  enum { ANONYMOUS = 0x20, FIXED = 0x10, PAGE = 4096 };
  if (!(flags & ANONYMOUS) || flags & FIXED) return __fp_refuse_mmap();
  size_t whole = (size + PAGE - 1) / PAGE * PAGE;
  void *memory = size == 0 ? 0 : aligned_alloc(PAGE, whole);
  if (memory == 0) {
    *__errno_location() = size == 0 ? EINVAL : ENOMEM;
    return (void *)-1;
  }
  return memory;
}
int munmap(void *memory, size_t size) {
  free(memory);
  return 0;
}
`;

/* What all parts share: threads, kinds of events, and the state of the recorder. */
#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <malloc.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <linux/futex.h>
#include <linux/membarrier.h>

/* Functions that headers declare only for some programs. */
int __isoc99_vfscanf(FILE *, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vprintf_chk(int, const char *, va_list);
char *__fgets_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;

/* What programs and `fencepost record` have to agree on; the same number is in packages/recorder/src/runtime-version.ts. */
#define RUNTIME_VERSION 3
#define EXIT_OTHER_VERSION 123

#define EXPORT __attribute__((visibility("default")))
#define HOT static inline __attribute__((always_inline))
/* Compiled once, however often it is called: the whole has to compile in a few seconds. */
#define APART static __attribute__((noinline))
#define COLD static __attribute__((noinline, cold))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* The address after the call of the exported function in which this stands. */
#define CALLER ((u64)__builtin_return_address(0))

/* Kinds of events; the same numbers are in packages/recording/src/format/layout.ts. */
enum kind {
  K_LOAD, K_STORE, K_UPDATE, K_SWAP, K_FAILED_SWAP, K_FENCE, K_LOAD_RANGE, K_STORE_RANGE,
  K_OBJECT, K_FAILED_OBJECT, K_SPAWN, K_JOIN, K_FREE, K_OUTSIDE, K_SWITCH, K_LOOK, K_OBJECT_STORE, K_FREE_BLOCK, K_ALLOCATE
};

/* Orders, as Fencepost counts them. */
enum order { PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

enum state { RUNNABLE, BLOCKED, OUTSIDE, DONE };

struct deadline {
  clockid_t clock;
  struct timespec at;
};

struct thread {
  u32 id;
  /* Counts entries and exits of hooks: odd within one. The watchdog compares it. */
  volatile u64 hooks;
  /* 1: the baton was handed to this thread. */
  volatile int turn;
  enum state state;
  const void *waits_for;
  const char *waits_how;
  u64 waits_at;
  int timed_out;
  /* A request to end: a synchronisation object. */
  u64 cancelled;
  /* A signal has come while it was in a hook. */
  volatile int is_interrupted;
  /* It has ended: a synchronisation object. */
  u64 end;
  int64_t priority;
  pid_t tid;
  pthread_t handle;
  int joinable;
  /* The recording has its start. */
  int is_told;
  int handle_known;
  void *(*body)(void *);
  void *argument;
  sigset_t signals;
  u64 stack, stack_bytes;
};

/* Written by the thread that has the baton, and by signal handlers at the end. */
static volatile int recording;
static struct thread *volatile owner;
static __thread struct thread *self;
/*
 * A thread that has ended runs destructors of the C library: they are not recorded. Volatile, as the C library declares of functions
 * that call free, and so come back here, that they do not.
 */
static __thread volatile int ended;
/* The program has started another process, which may have what it shares with this one. */
static volatile int has_processes;

static u64 random_state;

static u64 draw(void) {
  u64 z = (random_state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static void *reserve(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* Synchronisation that compilers have no hooks for: assembler, OpenMP, calls of the system. Each word is a program. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void both(void *(*one)(void *), void *(*other)(void *)) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

#if defined(__x86_64__)
/* Dekker's flags with a fence. */
static volatile int left, right, saw_left, saw_right;
#define FENCE() __asm__ volatile("mfence" ::: "memory")
static void *on_the_left(void *unused) {
  left = 1;
  FENCE();
  saw_right = right;
  return unused;
}
static void *on_the_right(void *unused) {
  right = 1;
  FENCE();
  saw_left = left;
  return unused;
}
static void fences(void) {
  both(on_the_left, on_the_right);
  printf("%d\n", saw_left + saw_right > 0);
}

/* A spin lock: its functions have no hooks, and what it guards is in others. */
static int taken, guarded, copy;
__attribute__((noinline)) static void take(void) {
  for (;;) {
    int was = 1;
    __asm__ volatile("xchg %0, %1" : "+r"(was), "+m"(taken)::"memory");
    if (was == 0) return;
    sched_yield();
  }
}
__attribute__((noinline)) static void give(void) { __asm__ volatile("movl $0, %0" : "=m"(taken)::"memory"); }
__attribute__((noinline)) static void change(void) {
  guarded++;
  copy = guarded;
}
static void *guarding(void *unused) {
  for (int i = 0; i < 20; i++) {
    take();
    change();
    give();
  }
  return unused;
}
static void locks(void) {
  both(guarding, guarding);
  printf("%d\n", guarded == copy && guarded == 40);
}

/* A queue: the thread that exchanges the end links the old end to its node. */
struct node {
  _Atomic(struct node *) next;
  int value;
};
static struct node nodes[8], *last = &nodes[0];
static void append(struct node *node, int value) {
  node->value = value;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  struct node *before = node;
  __asm__ volatile("xchg %0, %1" : "+r"(before), "+m"(last)::"memory");
  atomic_store_explicit(&before->next, node, memory_order_relaxed);
}
static void *appends(void *unused) {
  append(&nodes[1], 1);
  append(&nodes[2], 2);
  return unused;
}
static void *follows(void *unused) {
  int sum = 0;
  struct node *at = &nodes[0];
  for (int i = 0; i < 2; i++) {
    struct node *next;
    while ((next = atomic_load_explicit(&at->next, memory_order_acquire)) == NULL) sched_yield();
    at = next;
    sum += at->value;
  }
  printf("%d\n", sum);
  return unused;
}
static void queue(void) { both(appends, follows); }

/* A race that has nothing to do with the assembler beside it. */
static int apart, counted;
static void *racing(void *unused) {
  apart++; /* a race */
  return unused;
}
static void *fencing(void *unused) {
  FENCE();
  counted++;
  return unused;
}
static void beside(void) {
  pthread_t fence;
  pthread_create(&fence, NULL, fencing, NULL);
  both(racing, racing);
  pthread_join(fence, NULL);
  printf("%d\n", counted);
}

/* Waits in a loop that has no hooks. */
static int started;
static atomic_int waits;
static void *spins(void *unused) {
  atomic_store(&waits, 1);
  __asm__ volatile("1: pause\n cmpl $0, %0\n je 1b" ::"m"(started) : "memory");
  return unused;
}
static void spinning(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spins, NULL);
  while (atomic_load(&waits) == 0) sched_yield();
  started = 1;
  pthread_join(thread, NULL);
  printf("%d\n", started);
}
#endif

/* Atomics that no instruction has. */
struct large {
  long a, b, c;
};
static _Atomic struct large shared_large;
static int published;
static void *stores_large(void *unused) {
  published = 7;
  struct large value = {1, 2, 3};
  atomic_store_explicit(&shared_large, value, memory_order_release);
  return unused;
}
static void *loads_large(void *unused) {
  struct large value = {0, 0, 0};
  while (value.c == 0) {
    value = atomic_load_explicit(&shared_large, memory_order_acquire);
    sched_yield();
  }
  struct large swapped = {value.a, value.b, 4};
  int done = atomic_compare_exchange_strong(&shared_large, &value, swapped);
  value = atomic_exchange(&shared_large, value);
  printf("%d %d %ld\n", published, done, value.c);
  return unused;
}
static void large(void) { both(stores_large, loads_large); }

/* What one thread has written is handed on by the kernel. */
static int message;
static int channel[2];
static void *writes_numbered(void *unused) {
  message = 5;
  syscall(SYS_write, channel[1], "x", 1);
  return unused;
}
static void *reads_numbered(void *unused) {
  char byte;
  syscall(SYS_read, channel[0], &byte, 1);
  printf("%d\n", message);
  return unused;
}
static void numbered(void) {
  if (pipe(channel) == 0) both(writes_numbered, reads_numbered);
}

static int set;
static void *raises(void *unused) {
  message = 6;
  struct sembuf up = {0, 1, 0};
  semop(set, &up, 1);
  return unused;
}
static void *lowers(void *unused) {
  struct sembuf down = {0, -1, 0};
  semop(set, &down, 1);
  printf("%d\n", message);
  return unused;
}
static void semaphores(void) {
  set = semget(IPC_PRIVATE, 1, 0600);
  both(raises, lowers);
  semctl(set, 0, IPC_RMID);
}

static int box;
struct letter {
  long type;
  char text[8];
};
static void *posts(void *unused) {
  message = 8;
  struct letter letter = {1, "x"};
  msgsnd(box, &letter, sizeof letter.text, 0);
  return unused;
}
static void *fetches(void *unused) {
  struct letter letter;
  msgrcv(box, &letter, sizeof letter.text, 0, 0);
  printf("%d\n", message);
  return unused;
}
static void letters(void) {
  box = msgget(IPC_PRIVATE, 0600);
  both(posts, fetches);
  msgctl(box, IPC_RMID, NULL);
}

static pthread_t waiting;
static void *waits_for_signal(void *unused) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  int number;
  sigwait(&signals, &number);
  printf("%d\n", message);
  return unused;
}
static void signalled(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_create(&waiting, NULL, waits_for_signal, NULL);
  message = 9;
  pthread_kill(waiting, SIGUSR1);
  pthread_join(waiting, NULL);
}

static int lines_written;
static void *writes_lines(void *unused) {
  for (int i = 0; i < 20; i++) {
    flockfile(stdout);
    lines_written++;
    funlockfile(stdout);
  }
  return unused;
}
static void streams(void) {
  both(writes_lines, writes_lines);
  printf("%d\n", lines_written);
}

static void *ends(void *unused) {
  message = 10;
  return unused;
}
static void *ends_late(void *unused) {
  usleep(100000);
  message = 11;
  return unused;
}
static void joins(void) {
  pthread_t thread;
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  at.tv_sec += 100;
  pthread_create(&thread, NULL, ends, NULL);
  int first = pthread_timedjoin_np(thread, NULL, &at);
  int found = message;
  pthread_create(&thread, NULL, ends_late, NULL);
  clock_gettime(CLOCK_REALTIME, &at);
  int early = pthread_timedjoin_np(thread, NULL, &at);
  pthread_join(thread, NULL);
  printf("%d %d %d %d\n", first, found, early != 0, message);
}

/* Two processes, each with a thread, share memory. */
static void *touches(void *p) {
  atomic_fetch_add((atomic_int *)p, 1);
  return NULL;
}
static void processes(void) {
  atomic_int *number = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t child = fork();
  pthread_t thread;
  pthread_create(&thread, NULL, touches, number);
  pthread_join(thread, NULL);
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
  printf("%d\n", atomic_load(number));
}

int main(int count, char **words) {
  static const struct {
    const char *word;
    void (*run)(void);
  } all[] = {
#if defined(__x86_64__)
    {"fences", fences}, {"locks", locks}, {"queue", queue}, {"beside", beside}, {"spinning", spinning},
#endif
    {"large", large}, {"numbered", numbered}, {"semaphores", semaphores}, {"letters", letters},
    {"signalled", signalled}, {"streams", streams}, {"joins", joins}, {"processes", processes},
  };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    if (count > 1 && strcmp(words[1], all[i].word) == 0) all[i].run();
  }
  return 0;
}

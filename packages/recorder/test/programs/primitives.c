// One program per word: `primitives WORD`. Each prints what it should have computed.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define N 4
#define ROUNDS 50
static pthread_t threads[N];

static void run(void *(*body)(void *)) {
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, body, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static void *add_locked(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    if (i % 3 == 0) {
      while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
    } else {
      pthread_mutex_lock(&mutex);
    }
    counter += 1 + (long)arg;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static _Atomic unsigned char a8;
static _Atomic unsigned short a16;
static _Atomic unsigned a32;
static _Atomic unsigned long a64, maximum;

static void *add_atomics(void *arg) {
  for (unsigned long i = 0; i < ROUNDS; i++) {
    atomic_fetch_add_explicit(&a8, 3, memory_order_relaxed);
    atomic_fetch_xor_explicit(&a16, (unsigned short)(i * 257), memory_order_acq_rel);
    atomic_fetch_sub(&a32, 5);
    atomic_fetch_add_explicit(&a64, 0x100000001ul, memory_order_release);
    unsigned long mine = (i << 40) + (unsigned long)arg, seen = atomic_load_explicit(&maximum, memory_order_acquire);
    while (seen < mine && !atomic_compare_exchange_weak(&maximum, &seen, mine)) {
    }
    atomic_thread_fence(memory_order_seq_cst);
  }
  return NULL;
}

/* Accesses of several sizes to the same bytes, and ranges. */
static union { unsigned long l[4]; unsigned w[8]; unsigned short h[16]; unsigned char b[32]; } mixed;
static char copied[64];

static void *touch_mixed(void *arg) {
  long i = (long)arg;
  pthread_mutex_lock(&mutex);
  mixed.l[i] += 0x0102030405060708ul;
  mixed.w[2 * i + 1] ^= 0xffff;
  mixed.h[4 * i] = 7;
  mixed.b[8 * i + 7] = 0x80;
  memcpy(copied + 16 * i + 1, &mixed.l[i], 8);
  memset(copied + 16 * i + 9, 'x', 3);
  memmove(copied + 16 * i, copied + 16 * i + 1, 8);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static sem_t items;
static pthread_barrier_t barrier;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised, serials, shared_data;
static void initialise(void) { initialised++; }

static void *use_all(void *arg) {
  for (int i = 0; i < 10; i++) {
    pthread_once(&once, initialise);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serials++;
    pthread_rwlock_wrlock(&rwlock);
    shared_data++;
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_rdlock(&rwlock);
    int seen = shared_data;
    pthread_rwlock_unlock(&rwlock);
    pthread_spin_lock(&spin);
    counter += seen > 0;
    pthread_spin_unlock(&spin);
    if ((long)arg % 2 == 0) sem_post(&items);
    else sem_wait(&items);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int queue[8], head, tail, taken;

static void *produce_or_consume(void *arg) {
  int produces = (long)arg < N / 2;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    while (produces ? tail - head == 8 : tail == head) pthread_cond_wait(&condition, &mutex);
    if (produces) queue[tail++ % 8] = i;
    else taken += queue[head++ % 8];
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static int pipes[2];
static void *read_pipe(void *arg) {
  char byte = 0;
  if ((long)arg == 0 && read(pipes[0], &byte, 1) == 1) counter += byte;
  if ((long)arg == 1) {
    for (int i = 0; i < 2000; i++) atomic_fetch_add(&a32, 1);
    byte = 42;
    if (write(pipes[1], &byte, 1) != 1) abort();
  }
  return NULL;
}

/* A wait that the recorder does not know: a futex by hand, from a function without hooks. */
static atomic_int word;
__attribute__((no_sanitize("thread"), noinline)) static void futex(int operation, int value) {
  long result;
  register long r10 __asm__("r10") = 0;
  __asm__ volatile("syscall" : "=a"(result) : "0"((long)SYS_futex), "D"(&word), "S"((long)operation), "d"((long)value), "r"(r10)
                   : "rcx", "r11", "memory");
}
static void *wait_unseen(void *arg) {
  if ((long)arg == 0) {
    while (atomic_load(&word) == 0) futex(0, 0);
    counter = 7;
  } else if ((long)arg == 1) {
    for (int i = 0; i < 100; i++) atomic_fetch_add(&a32, 1);
    atomic_store(&word, 1);
    futex(1, 1);
  }
  return NULL;
}

static void *deadlock(void *arg) {
  static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
  static atomic_int there;
  if ((long)arg > 1) return NULL;
  pthread_mutex_lock((long)arg == 0 ? &mutex : &other);
  atomic_fetch_add(&there, 1);
  while (atomic_load(&there) < 2) sched_yield();
  pthread_mutex_lock((long)arg == 0 ? &other : &mutex);
  return NULL;
}

static volatile sig_atomic_t caught;
static sem_t from_handler;
static void on_signal(int number) {
  caught += number == SIGUSR1;
  sem_post(&from_handler);
}
static void *get_signals(void *arg) {
  if ((long)arg == 0) {
    for (int i = 0; i < 20; i++) {
      pthread_kill(pthread_self(), SIGUSR1);
      counter++;
    }
  } else if ((long)arg == 1) {
    for (int i = 0; i < 20; i++) sem_wait(&from_handler);
  }
  return NULL;
}

static void *timed(void *arg) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  at.tv_nsec += 20000000;
  if (at.tv_nsec >= 1000000000) at.tv_nsec -= 1000000000, at.tv_sec++;
  pthread_mutex_lock(&mutex);
  if ((long)arg == 0) counter += pthread_cond_timedwait(&condition, &mutex, &at) != 0;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *use_heap(void *arg) {
  long sum = 0;
  for (int i = 0; i < ROUNDS; i++) {
    long *block = malloc(64 + 8 * i);
    block[0] = i;
    block[7] = (long)arg;
    block = realloc(block, 4096);
    sum += block[0] + block[7];
    free(block);
  }
  pthread_mutex_lock(&mutex);
  counter += sum;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static mtx_t c11_mutex;
static int c11_body(void *arg) {
  mtx_lock(&c11_mutex);
  counter += *(int *)arg;
  mtx_unlock(&c11_mutex);
  return 3;
}

static void *crash(void *arg) {
  if ((long)arg == 3) *(volatile int *)8 = 1;
  return NULL;
}
static void *end_by_abort(void *arg) {
  if ((long)arg == 3) abort();
  return NULL;
}
static void *leave_early(void *arg) {
  counter += 5;
  if ((long)arg == 3) _exit(17);
  for (;;) sched_yield();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "mutex") == 0) {
    run(add_locked);
    printf("%ld\n", counter);
  } else if (strcmp(what, "atomics") == 0) {
    run(add_atomics);
    printf("%u %u %u %lx %lx\n", a8, a16, a32, a64, maximum);
  } else if (strcmp(what, "mixed") == 0) {
    run(touch_mixed);
    printf("%lx %lx %.3s\n", mixed.l[0], mixed.l[3], copied + 9);
  } else if (strcmp(what, "all") == 0) {
    sem_init(&items, 0, 0);
    pthread_barrier_init(&barrier, NULL, N);
    pthread_spin_init(&spin, 0);
    run(use_all);
    printf("%d %d %d %ld\n", initialised, serials, shared_data, counter);
  } else if (strcmp(what, "queue") == 0) {
    run(produce_or_consume);
    printf("%d\n", taken);
  } else if (strcmp(what, "pipe") == 0) {
    if (pipe(pipes) != 0) return 1;
    run(read_pipe);
    printf("%ld\n", counter);
  } else if (strcmp(what, "unseen") == 0) {
    run(wait_unseen);
    printf("%ld\n", counter);
  } else if (strcmp(what, "fork") == 0) {
    run(add_locked);
    pid_t child = fork();
    if (child == 0) {
      run(add_locked);
      exit(counter == 1000 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    run(add_locked);
    printf("%ld %d\n", counter, status);
  } else if (strcmp(what, "signals") == 0) {
    sem_init(&from_handler, 0, 0);
    signal(SIGUSR1, on_signal);
    run(get_signals);
    printf("%ld %d\n", counter, caught);
  } else if (strcmp(what, "timed") == 0) {
    run(timed);
    printf("%ld\n", counter);
  } else if (strcmp(what, "heap") == 0) {
    run(use_heap);
    printf("%ld\n", counter);
  } else if (strcmp(what, "c11") == 0) {
    thrd_t first, second;
    int value = 21, result = 0;
    mtx_init(&c11_mutex, mtx_plain);
    thrd_create(&first, c11_body, &value);
    thrd_create(&second, c11_body, &value);
    thrd_join(first, &result);
    thrd_join(second, NULL);
    printf("%ld %d\n", counter, result);
  } else if (strcmp(what, "deadlock") == 0) {
    run(deadlock);
  } else if (strcmp(what, "crash") == 0) {
    run(crash);
  } else if (strcmp(what, "abort") == 0) {
    run(end_by_abort);
  } else if (strcmp(what, "exit") == 0) {
    run(leave_early);
  }
  return 0;
}

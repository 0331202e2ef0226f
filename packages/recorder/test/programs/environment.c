/* What the C library and the kernel do to threads: timers, signals, cancellation, memory that goes away, channels. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef void *(*body)(void *);

static void both(body first, body second) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

/* A timer whose function runs in a thread of the C library. Another than the first thread asks for it. */
static atomic_int ticks;
static int before_timer, in_timer;
static void tick(union sigval unused) {
  (void)unused;
  in_timer += before_timer;
  atomic_fetch_add(&ticks, 1);
}
static void *ask_for_timer(void *unused) {
  before_timer = 5;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick};
  struct itimerspec once = {{0, 0}, {0, 1000000}};
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, NULL);
  while (atomic_load(&ticks) == 0) usleep(1000);
  timer_delete(timer);
  return unused;
}
static void *nothing(void *unused) { return unused; }

/* Signals while threads start and end. */
static atomic_int alarms;
static void on_alarm(int unused) { alarms += unused != 0; }
static void *spin(void *unused) {
  for (int i = 0; i < 200; i++) atomic_fetch_add(&ticks, 1);
  return unused;
}

static sem_t never;
static int cleaned;
static void clean(void *unused) {
  (void)unused;
  cleaned++;
}
static void *sleeper(void *unused) {
  pthread_cleanup_push(clean, NULL);
  sleep(1000);
  pthread_cleanup_pop(0);
  return unused;
}
static void *waiter(void *unused) {
  pthread_cleanup_push(clean, NULL);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  return unused;
}

static void *moving(void *unused) {
  for (int i = 0; i < 5; i++) {
    int *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[5] = i;
    p = mremap(p, 8192, 1 << 20, MREMAP_MAYMOVE);
    p[6] = p[5];
    mprotect(p, 4096, PROT_NONE);
    munmap(p, 1 << 20);
  }
  return unused;
}

static int ends[2], pair[2], counter, queue, sent[4];
static void *sender(void *unused) {
  sent[0] = 1;
  if (write(ends[1], "x", 1) != 1) return NULL;
  sent[1] = 1;
  send(pair[1], "x", 1, 0);
  sent[2] = 1;
  eventfd_write(counter, 1);
  sent[3] = 1;
  struct epoll_event event = {EPOLLIN, {.ptr = &sent[3]}};
  epoll_ctl(queue, EPOLL_CTL_ADD, ends[1], &event);
  event.events = EPOLLOUT;
  epoll_ctl(queue, EPOLL_CTL_MOD, ends[1], &event);
  return unused;
}
static void *receiver(void *unused) {
  char byte;
  eventfd_t value;
  struct epoll_event event;
  if (read(ends[0], &byte, 1) != 1) return NULL;
  int sum = sent[0];
  recv(pair[0], &byte, 1, 0);
  sum += sent[1];
  eventfd_read(counter, &value);
  sum += sent[2];
  epoll_wait(queue, &event, 1, -1);
  sum += *(int *)event.data.ptr;
  printf("%d\n", sum);
  return unused;
}

/* Readers write, which is wrong even if they take turns. */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int guarded, unguarded;
static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  unguarded += guarded; /* a race */
  pthread_rwlock_unlock(&lock);
  return unused;
}
static void *read_and_write(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = guarded;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  guarded += seen >= 0;
  pthread_rwlock_unlock(&lock);
  return unused;
}

/* Written by the C library, and then read by two threads that come after it. */
static char text[32];
static sem_t written;
static void *reading(void *unused) {
  sem_wait(&written);
  int sum = 0;
  for (int i = 0; i < 16; i++) sum += text[i];
  return sum == 0 ? NULL : unused;
}

static char block[64], copied[64];
static void *fill(void *unused) {
  memset(block, 1, 64); /* a race */
  return unused;
}
static void *copy(void *unused) {
  memcpy(copied, block, 64); /* a race */
  return unused;
}

int main(int argc, char **argv) {
  const char *what = argv[argc - 1];
  if (strcmp(what, "timer") == 0) {
    both(ask_for_timer, nothing);
    printf("%d\n", in_timer);
  } else if (strcmp(what, "alarms") == 0) {
    signal(SIGALRM, on_alarm);
    struct itimerval often = {{0, 200}, {0, 200}};
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < 20; i++) both(spin, spin);
    printf("%d\n", ticks);
  } else if (strcmp(what, "cancelled") == 0) {
    pthread_t threads[2];
    sem_init(&never, 0, 0);
    pthread_create(&threads[0], NULL, sleeper, NULL);
    pthread_create(&threads[1], NULL, waiter, NULL);
    usleep(5000);
    for (int i = 0; i < 2; i++) {
      pthread_cancel(threads[i]);
      pthread_join(threads[i], NULL);
    }
    printf("%d\n", cleaned);
  } else if (strcmp(what, "moving") == 0) {
    both(moving, moving);
    printf("moved\n");
  } else if (strcmp(what, "channels") == 0) {
    queue = epoll_create1(0);
    counter = eventfd(0, 0);
    if (pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) both(sender, receiver);
  } else if (strcmp(what, "readers") == 0) {
    both(reader, reader);
    both(read_and_write, read_and_write);
    printf("%d\n", guarded);
  } else if (strcmp(what, "library") == 0) {
    pthread_t threads[2];
    sem_init(&written, 0, 0);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reading, NULL);
    for (int i = 0; i < 20; i++) text[i] = 'a';
    snprintf(text, sizeof text, "%d", 1234567890);
    for (int i = 0; i < 2; i++) sem_post(&written);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%s\n", text);
  } else if (strcmp(what, "blocks") == 0) {
    both(fill, copy);
    printf("%d\n", block[63]);
  }
  return 0;
}

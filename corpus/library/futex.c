/* A mutex over futexes (Drepper, Futexes Are Tricky, mutex 2), and mistakes in it. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word; /* 0: free, 1: held, 2: held, and a thread may wait */
static int counter;

static long wait_for_change(int value) {
#if defined TIMED
  struct timespec while_waiting = {.tv_sec = 1};
  return syscall(SYS_futex, &word, FUTEX_WAIT, value, &while_waiting, NULL, 0);
#elif defined BITSET
  return syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, value, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
#else
  return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
#endif
}

static void lock(void) {
  int old = 0;
  if (atomic_compare_exchange_strong(&word, &old, 1)) return;
#ifdef LOST
  /* The waiting thread is not announced. */
  while (old != 0) {
    wait_for_change(old);
    old = 0;
    if (atomic_compare_exchange_strong(&word, &old, 1)) return;
  }
#else
  if (old != 2) old = atomic_exchange(&word, 2);
  while (old != 0) {
    long result = wait_for_change(2);
#ifdef TIMED
    assert(result == 0 || errno == EAGAIN || errno == ETIMEDOUT);
#else
    assert(result == 0 || errno == EAGAIN);
#endif
    old = atomic_exchange(&word, 2);
  }
#endif
}

static void unlock(void) {
  if (atomic_fetch_sub(&word, 1) == 1) return;
  atomic_store(&word, 0);
#ifndef SILENT
  long woken = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  assert(woken == 0 || woken == 1);
#endif
}

static void *work(void *arg) {
  lock();
  counter++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t a, b;
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0) == 0);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}

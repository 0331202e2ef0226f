/* A mutex whose waiters are counted: sleepers mark the word, and unlocking wakes one of them. All its atomics are relaxed
 * or weaker than seq_cst, and they change memory in so many ways that there are too many executions.
 * With STORE, unlocking is a store, which the load after it passes under TSO: then a sleeper may not be woken. */
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, waiters;
static int inside;

static void lock(void) {
  int is_free = 0;
  while (!atomic_compare_exchange_strong_explicit(&word, &is_free, 1, memory_order_acquire, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&waiters, 1, memory_order_relaxed);
    syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0);
    atomic_fetch_sub_explicit(&waiters, 1, memory_order_relaxed);
    is_free = 0;
  }
}

static void unlock(void) {
#ifdef STORE
  atomic_store_explicit(&word, 0, memory_order_release);
#else
  atomic_exchange_explicit(&word, 0, memory_order_release);
#endif
  if (atomic_load_explicit(&waiters, memory_order_relaxed) != 0)
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void *enters(void *unused) {
  lock();
  inside++;
  assert(inside == 1);
  inside--;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

/* Test, then test and set. The first load may be relaxed, the compare-and-swap may not: with -DWEAK it is. SC, TSO,
 * PSO: an atomic comes before what follows it. RC11: no thread acquires the release of the unlock: a race on balance.
 * ARMv8: balance may be read before the swap. An acquire swap is enough for both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define TAKE memory_order_relaxed
#else
#define TAKE memory_order_acquire
#endif

static atomic_int taken;
static int balance = 10;

static void lock(void) {
  for (;;) {
    while (atomic_load_explicit(&taken, memory_order_relaxed))
      ;
    int free = 0;
    if (atomic_compare_exchange_strong_explicit(&taken, &free, 1, TAKE, memory_order_relaxed))
      return;
  }
}

static void unlock(void) { atomic_store_explicit(&taken, 0, memory_order_release); }

static void *withdraw(void *arg) {
  lock();
  balance -= 3;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 4);
  return 0;
}

/* A spin lock. -DWEAK takes it by a relaxed exchange, which does not acquire. SC, TSO, PSO: an atomic comes before
 * what follows it. RC11: the unlock synchronises with nothing, so the accesses of counter race. ARMv8: counter may be
 * read before the lock is taken, so an increment is lost. Acquire is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define TAKE memory_order_relaxed
#else
#define TAKE memory_order_acquire
#endif

static atomic_int taken;
static int counter;

static void *work(void *arg) {
  while (atomic_exchange_explicit(&taken, 1, TAKE))
    ;
  counter++;
  atomic_store_explicit(&taken, 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}

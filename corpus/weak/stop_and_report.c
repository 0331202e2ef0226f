/* Asks a worker to stop, and waits until it says that it has. -DWEAK waits with relaxed loads. SC, TSO, PSO: loads
 * stay in order. RC11: the worker's last count does not happen before the read: a race. ARMv8: the count may be read
 * before the answer. The request may be relaxed: nothing is passed with it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

static atomic_int stop, stopped;
static int handled;

static void *worker(void *arg) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed))
    ;
  handled = 1;
  atomic_store_explicit(&stopped, 1, memory_order_release);
  return NULL;
}

static void *owner(void *arg) {
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&stopped, WAIT))
    ;
  assert(handled == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

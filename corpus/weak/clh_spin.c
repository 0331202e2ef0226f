/* The CLH queue lock: each waits on the node of who came before. -DWEAK waits with relaxed loads. SC, TSO, PSO: loads
 * stay in order. RC11: the release of the node before synchronises with nothing: a race on stock. ARMv8: stock may be
 * read while the other still holds the lock. Acquire in the wait is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

static atomic_int held[3]; /* by node; node 2 is the first tail, and free */
static atomic_int tail = 2;
static int stock = 5;

static void *take(void *arg) {
  int mine = (int)(long)arg;
  atomic_store_explicit(&held[mine], 1, memory_order_relaxed);
  int before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  while (atomic_load_explicit(&held[before], WAIT))
    ;
  stock--;
  atomic_store_explicit(&held[mine], 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, (void *)0L);
  pthread_create(&b, NULL, take, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(stock == 3);
  return 0;
}

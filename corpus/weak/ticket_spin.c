/* A ticket lock. -DWEAK waits for its turn with relaxed loads. SC, TSO, PSO: loads stay in order. RC11: the store of
 * serving synchronises with nothing: a race on total. ARMv8: total may be read before the turn has come. To draw a
 * ticket may be relaxed: the acquire load of serving is what counts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

static atomic_uint next, serving;
static int total;

static void *add(void *arg) {
  unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, WAIT) != mine)
    ;
  total++;
  atomic_store_explicit(&serving, mine + 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 2);
  return 0;
}

/* Workers set a bit each when their part is there. -DWEAK looks for both bits with a relaxed load. SC, TSO, PSO:
 * loads stay in order. RC11: nothing is acquired: a race on the parts. ARMv8: a part may be read before the bits.
 * With acquire, who reads both bits synchronises with both workers: an atomic continues a release sequence. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static int part[2];
static atomic_uint ready;

static void *worker(void *arg) {
  long me = (long)arg;
  part[me] = 7;
  atomic_fetch_or_explicit(&ready, 1u << me, memory_order_release);
  return NULL;
}

static void *collector(void *arg) {
  if (atomic_load_explicit(&ready, LOOK) == 3)
    assert(part[0] + part[1] == 14);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_create(&c, NULL, collector, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

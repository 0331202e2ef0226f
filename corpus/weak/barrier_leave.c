/* A barrier for two: the last to arrive opens it. -DWEAK waits for that with relaxed loads. SC, TSO, PSO: loads stay
 * in order. RC11: who waited acquires nothing: a race on the other's part. ARMv8: the part may be read before the
 * barrier opens. The arrivals are acq_rel, so only the wait has to acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

static atomic_int arrived, open;
static int part[2];

static void *work(void *arg) {
  int me = (int)(long)arg;
  part[me] = me + 1;
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) == 1) {
    atomic_store_explicit(&open, 1, memory_order_release);
  } else {
    while (!atomic_load_explicit(&open, WAIT))
      ;
  }
  assert(part[0] + part[1] == 3);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

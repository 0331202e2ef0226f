/* Peterson's lock whose turn is given by an exchange. acq_rel is enough, as both exchange the same variable: the
 * second acquires what the first released. -DWEAK only releases. TSO, PSO: such an exchange drains the buffers.
 * RC11: the second one does not acquire the first one's flag, so reads 0: both enter, a race on inside. ARMv8: the
 * load of the flag (LDAPR) may pass the exchange, whose load does not acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define GIVE memory_order_release
#else
#define GIVE memory_order_acq_rel
#endif

static atomic_int wants[2], turn;
static int inside;

static void *work(void *arg) {
  int me = (int)(long)arg;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_exchange_explicit(&turn, 1 - me, GIVE);
  while (atomic_load_explicit(&wants[1 - me], memory_order_acquire) &&
         atomic_load_explicit(&turn, memory_order_acquire) == 1 - me)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store_explicit(&wants[me], 0, memory_order_release);
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

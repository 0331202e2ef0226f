/* Dekker's entry: announce by an exchange, then look at the other. -DWEAK: acq_rel, a full fence on x86, and
 * relaxed. TSO, PSO: an exchange that releases drains the buffers. RC11: acq_rel on two variables orders neither
 * exchange before the other's load: both enter, a race on inside. ARMv8: the LDR may come before the exchange's
 * store (STLXR). Right: exchanges and loads that are seq_cst, in one order; on ARMv8 LDAR waits for STLXR. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define ANNOUNCE memory_order_acq_rel
#else
#define ANNOUNCE memory_order_seq_cst
#endif
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_seq_cst
#endif

static atomic_int wants[2];
static int inside;

static void *enter(void *arg) {
  int me = (int)(long)arg;
  atomic_exchange_explicit(&wants[me], 1, ANNOUNCE);
  if (atomic_load_explicit(&wants[1 - me], LOOK) == 0) {
    int before = inside;
    inside = before + 1;
    assert(inside == 1);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

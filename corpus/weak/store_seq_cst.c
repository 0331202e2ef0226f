/* seq_cst stores, and with -DWEAK relaxed loads after them. TSO, PSO: a seq_cst store drains the buffers (as XCHG
 * does on x86), so the loads may be anything. RC11: a relaxed load is not in the order of seq_cst: both may read 0.
 * ARMv8: a plain LDR may pass an STLR. seq_cst loads are right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_seq_cst
#endif

static atomic_int sleeping, posted;
static int noticed[2];

static void *sleeper(void *arg) {
  atomic_store_explicit(&sleeping, 1, memory_order_seq_cst);
  noticed[0] = atomic_load_explicit(&posted, LOOK);
  return NULL;
}

static void *poster(void *arg) {
  atomic_store_explicit(&posted, 1, memory_order_seq_cst);
  noticed[1] = atomic_load_explicit(&sleeping, LOOK);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, poster, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(noticed[0] || noticed[1]); /* otherwise it sleeps though something was posted */
  return 0;
}

/* seq_cst stores, and with -DWEAK acquire loads after them. TSO, PSO: a seq_cst store drains the buffers. ARMv8: LDAR
 * waits for an earlier STLR, whatever the source called it: safe (with LDAPR it would not be). RC11: an acquire load
 * is not in the order of seq_cst, so both may read 0. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_acquire
#else
#define LOOK memory_order_seq_cst
#endif

static atomic_int flag[2];
static int entered[2];

static void *enter(void *arg) {
  int me = (int)(long)arg;
  atomic_store_explicit(&flag[me], 1, memory_order_seq_cst);
  entered[me] = !atomic_load_explicit(&flag[1 - me], LOOK);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(entered[0] && entered[1]));
  return 0;
}

/* seq_cst stores, and with -DWEAK acquire loads after them. TSO, PSO: a seq_cst store drains the buffers. RC11: an
 * acquire load is not in the order of seq_cst, so both may read 0. ARMv8: compilers make an acquire load LDAPR,
 * which may pass an earlier STLR. A seq_cst load (LDAR) may not. */
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

/* A seq_cst exchange is no fence (SB+rmwsc): -DWEAK loads relaxed after it. TSO, PSO: an exchange drains the
 * buffers, so one of the two sees the other. RC11: only seq_cst accesses are in the order of seq_cst, the loads are
 * not: both read 0. ARMv8: LDAXR/STLXR; LDR: the load may pass the store. seq_cst loads (LDAR) are right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_seq_cst
#endif

static atomic_int left, right;
static int saw[2];

static void *one(void *arg) {
  atomic_exchange_explicit(&left, 1, memory_order_seq_cst);
  saw[0] = atomic_load_explicit(&right, LOOK);
  return NULL;
}

static void *other(void *arg) {
  atomic_exchange_explicit(&right, 1, memory_order_seq_cst);
  saw[1] = atomic_load_explicit(&left, LOOK);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw[0] || saw[1]);
  return 0;
}

/* Peterson's lock with C11 orders: seq_cst is right; release and acquire are not enough even on x86 (-DWEAK). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_seq_cst
#define LOAD memory_order_seq_cst
#endif

static atomic_bool wants[2];
static atomic_long turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  atomic_store_explicit(&wants[me], 1, STORE);
  atomic_store_explicit(&turn, other, STORE);
  while (atomic_load_explicit(&wants[other], LOAD) && atomic_load_explicit(&turn, LOAD) == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store_explicit(&wants[me], 0, memory_order_release);
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

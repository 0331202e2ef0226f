/* The core of Dekker's algorithm as a try-lock: store, then look; who sees the other gives up. Both may give up.
 * -DRELAXED lets both in under TSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_seq_cst
#endif

static atomic_int wants[2];
static int entered[2];

static void *try_enter(void *arg) {
  long me = (long)arg;
  atomic_store_explicit(&wants[me], 1, ORDER);
  entered[me] = !atomic_load_explicit(&wants[1 - me], ORDER);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, try_enter, (void *)0L);
  pthread_create(&b, NULL, try_enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(entered[0] && entered[1]));
  return 0;
}

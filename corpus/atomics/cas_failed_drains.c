/* Store buffering with a compare-and-swap that fails in between: it writes nothing, but on TSO it still drains. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, other[2];
static int r[2];

static void *work(void *arg) {
  long me = (long)arg;
  int wrong = 1;
  atomic_store_explicit(me ? &y : &x, 1, memory_order_relaxed);
  atomic_compare_exchange_strong(&other[me], &wrong, 2);
  r[me] = atomic_load_explicit(me ? &x : &y, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r[0] || r[1]);
  return 0;
}

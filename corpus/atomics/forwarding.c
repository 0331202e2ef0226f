/* A thread sees its own pending store before others do. SC forbids that both threads see their own store and miss
 * the other's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int own[2], other[2];

static void *work(void *arg) {
  long me = (long)arg;
  atomic_int *mine = me ? &y : &x, *theirs = me ? &x : &y;
  atomic_store_explicit(mine, 1, memory_order_relaxed);
  own[me] = atomic_load_explicit(mine, memory_order_relaxed);
  other[me] = atomic_load_explicit(theirs, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(own[0] == 1 && own[1] == 1);
  assert(other[0] == 1 || other[1] == 1);
  return 0;
}

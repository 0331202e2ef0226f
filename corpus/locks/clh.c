/* The CLH queue lock with release and acquire: right under every model. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool nodes[3];
static atomic_bool *_Atomic tail = &nodes[2];
static int counter;

static void *work(void *arg) {
  atomic_bool *mine = &nodes[(long)arg];
  atomic_store_explicit(mine, true, memory_order_relaxed);
  atomic_bool *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  while (atomic_load_explicit(before, memory_order_acquire))
    ;
  counter++;
  atomic_store_explicit(mine, false, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}

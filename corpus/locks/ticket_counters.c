/* A ticket lock with two counters, whose owner alone counts up who is served. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint tickets, served;
static int inside;

static void *enter(void *arg) {
  unsigned mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
  while (atomic_load_explicit(&served, memory_order_acquire) != mine)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  unsigned next = atomic_load_explicit(&served, memory_order_relaxed) + 1;
  atomic_store_explicit(&served, next, memory_order_release);
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

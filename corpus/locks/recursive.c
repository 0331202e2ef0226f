/* A recursive lock by hand: the owner may look at its own field without a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long owner;
static int depth, counter;

static void lock(long me) {
  if (atomic_load_explicit(&owner, memory_order_relaxed) == me) {
    depth++;
    return;
  }
  long nobody = 0;
  while (!atomic_compare_exchange_strong(&owner, &nobody, me))
    nobody = 0;
  depth = 1;
}

static void unlock(void) {
  if (--depth == 0)
    atomic_store_explicit(&owner, 0, memory_order_release);
}

static void *work(void *arg) {
  long me = (long)arg;
  lock(me);
  lock(me);
  counter++;
  unlock();
  unlock();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}

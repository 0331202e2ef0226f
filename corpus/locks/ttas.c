/* Test-and-test-and-set: spin on a load, then try an exchange. -DRELAXED releases relaxed: wrong under PSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define UNLOCK_ORDER memory_order_relaxed
#else
#define UNLOCK_ORDER memory_order_release
#endif

static atomic_int taken;
static int counter;

static void lock(void) {
  do {
    while (atomic_load_explicit(&taken, memory_order_relaxed))
      ;
  } while (atomic_exchange_explicit(&taken, 1, memory_order_acquire));
}

static void *work(void *arg) {
  lock();
  counter++;
  atomic_store_explicit(&taken, 0, UNLOCK_ORDER);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}

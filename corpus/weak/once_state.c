/* Initialises once: the first does, the others wait until it is done. -DWEAK waits with relaxed loads. SC, TSO, PSO:
 * loads stay in order. RC11: the waiting thread acquires nothing: a race on table. ARMv8: table may be read before
 * the state. Waiting with acquire loads is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

enum { NEW, RUNNING, DONE };
static atomic_int state;
static int table;

static void initialise(void) {
  int expected = NEW;
  if (atomic_compare_exchange_strong_explicit(&state, &expected, RUNNING, memory_order_acquire, memory_order_relaxed)) {
    table = 12;
    atomic_store_explicit(&state, DONE, memory_order_release);
  } else {
    while (atomic_load_explicit(&state, WAIT) != DONE)
      ;
  }
}

static void *use(void *arg) {
  initialise();
  assert(table == 12);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

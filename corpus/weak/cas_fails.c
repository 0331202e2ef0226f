/* Who loses the compare-and-swap and finds the work done uses the result. -DWEAK: the failure order is relaxed. SC,
 * TSO, PSO: an atomic comes before what follows it. RC11: a failing swap is a load of its failure order, so it
 * acquires nothing: a race on result. ARMv8: a load without A; result may be read before it. Acquire is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define FAILURE memory_order_relaxed
#else
#define FAILURE memory_order_acquire
#endif

enum { NEW, BUSY, DONE };
static atomic_int state;
static int result;

static void *work(void *arg) {
  int seen = NEW;
  if (atomic_compare_exchange_strong_explicit(&state, &seen, BUSY, memory_order_acquire, FAILURE)) {
    result = 6;
    atomic_store_explicit(&state, DONE, memory_order_release);
  } else if (seen == DONE) {
    assert(result == 6);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

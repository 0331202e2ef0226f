/* Run-once by hand: the winner of a compare-and-swap initialises, the loser waits until it is done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state; /* 0 new, 1 running, 2 done */
static int value;

static void *use(void *arg) {
  int fresh = 0;
  if (atomic_compare_exchange_strong(&state, &fresh, 1)) {
    value = 7;
    atomic_store_explicit(&state, 2, memory_order_release);
  } else {
    while (atomic_load_explicit(&state, memory_order_acquire) != 2)
      ;
  }
  assert(value == 7);
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

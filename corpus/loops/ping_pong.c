/* Two threads take turns, K times: every step waits for the one before, so there is one trace. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef K
#define K 3
#endif

static atomic_int turn;
static int counter;

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int k = 0; k < K; k++) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != me)
      ;
    counter++;
    atomic_store_explicit(&turn, 1 - me, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 * K);
  return 0;
}

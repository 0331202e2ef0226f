/* Two threads mostly work alone, and rarely exclude one another. FENCES: bit 0 for the first thread, bit 1 for the second. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FENCES
#define FENCES 0
#endif

static atomic_int wants[2], inside, work[4];
static pthread_t threads[4];

static void busy(int me) {
  for (int i = 0; i < 60; i++) atomic_fetch_add_explicit(&work[me], 1, memory_order_relaxed);
}

static void enter(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  if (FENCES >> me & 1) atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&wants[1 - me], memory_order_acquire) == 0) {
    assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
  }
  atomic_store_explicit(&wants[me], 0, memory_order_release);
}

static void *run(void *number) {
  int me = (int)(long)number;
  for (int round = 0; round < 12; round++) {
    busy(me);
    if (me < 2 && round % 4 == me) enter(me);
  }
  return NULL;
}

int main(void) {
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}

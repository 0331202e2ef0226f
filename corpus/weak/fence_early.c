/* An acquire fence orders the loads before it. -DWEAK has it before the load of the flag, where it is of no use. SC,
 * TSO, PSO: loads stay in order anyway. RC11: there is no read of done before the fence, so no synchronises-with,
 * and the reads of rows race. ARMv8: nothing orders the LDR of done before that of rows. After the load, it does. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int rows;
static atomic_int done;

static void *importer(void *arg) {
  rows = 5;
  atomic_store_explicit(&done, 1, memory_order_release);
  return NULL;
}

static void *monitor(void *arg) {
#ifdef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  if (!atomic_load_explicit(&done, memory_order_relaxed))
    return NULL;
#ifndef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  assert(rows == 5);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, importer, NULL);
  pthread_create(&b, NULL, monitor, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* A writer waits until the last reader is gone. -DWEAK waits with a relaxed compare-and-swap. SC, TSO, PSO: an atomic
 * comes before what follows it. RC11: the reader's release is not acquired, so its read of value and the write race.
 * ARMv8: the store may not pass the read that came before it without load buffering, which this model leaves out
 * (machines have it). Acquire is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define ENTER memory_order_relaxed
#else
#define ENTER memory_order_acquire
#endif

static atomic_int readers = 1; /* the reader is inside when we begin */
static int value = 1;

static void *reader(void *arg) {
  assert(value == 1);
  atomic_fetch_sub_explicit(&readers, 1, memory_order_release);
  return NULL;
}

static void *writer(void *arg) {
  int none = 0;
  if (atomic_compare_exchange_strong_explicit(&readers, &none, -1, ENTER, memory_order_relaxed))
    value = 2;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

// A seqlock: a writer counts up before and after it writes; readers retry if the count was odd or has changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef NO_FENCE
#define FENCE(order) ((void)0)
#else
#define FENCE(order) atomic_thread_fence(order)
#endif

atomic_uint count;
atomic_int x, y; // the data: relaxed, as a reader may read it while it changes

void write_pair(int value) {
  unsigned before = atomic_load_explicit(&count, memory_order_relaxed);
  atomic_store_explicit(&count, before + 1, memory_order_relaxed);
  FENCE(memory_order_release); // the odd count comes before the data
  atomic_store_explicit(&x, value, memory_order_relaxed);
  atomic_store_explicit(&y, value, memory_order_relaxed);
  atomic_store_explicit(&count, before + 2, memory_order_release);
}

void read_pair(int *first, int *second) {
  unsigned before, after;
  do {
    before = atomic_load_explicit(&count, memory_order_acquire);
    *first = atomic_load_explicit(&x, memory_order_relaxed);
    *second = atomic_load_explicit(&y, memory_order_relaxed);
    FENCE(memory_order_acquire); // the data comes before the second look at the count
    after = atomic_load_explicit(&count, memory_order_relaxed);
  } while (before != after || before % 2 == 1);
}

void *writer(void *unused) {
  write_pair(1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int first, second;
  read_pair(&first, &second);
  assert(first == second);
  pthread_join(thread, NULL);
}

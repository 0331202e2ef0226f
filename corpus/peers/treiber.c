/* treiber(R,W): a Treiber stack of indices with a version in the upper half of a 64-bit top; W threads push one
 * value each, R threads try to pop one. No value may come out twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifndef R
#define R 1
#endif
#ifndef W
#define W 2
#endif

struct node {
  unsigned value;
  _Atomic uint64_t next;
};

static struct node nodes[W + 1];
static _Atomic uint64_t top;
static unsigned popped[R];

static uint64_t versioned(uint64_t index, uint64_t old) { return ((old >> 32) + 1) << 32 | index; }

static void *push(void *arg) {
  uint64_t index = (uint64_t)arg;
  nodes[index].value = 10 + (unsigned)index;
  for (;;) {
    uint64_t old = atomic_load_explicit(&top, memory_order_acquire);
    atomic_store_explicit(&nodes[index].next, old, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &old, versioned(index, old), memory_order_release,
                                                memory_order_relaxed))
      return NULL;
  }
}

static void *pop(void *arg) {
  for (;;) {
    uint64_t old = atomic_load_explicit(&top, memory_order_acquire);
    uint32_t index = (uint32_t)old;
    if (index == 0)
      return NULL;
    uint32_t next = (uint32_t)atomic_load_explicit(&nodes[index].next, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &old, versioned(next, old), memory_order_release,
                                                memory_order_relaxed)) {
      popped[(long)arg] = nodes[index].value;
      return NULL;
    }
  }
}

int main(void) {
  pthread_t threads[R + W];
  for (long i = 0; i < R; i++)
    pthread_create(&threads[i], NULL, pop, (void *)i);
  for (long i = 0; i < W; i++)
    pthread_create(&threads[R + i], NULL, push, (void *)(i + 1));
  for (int i = 0; i < R + W; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < R; i++)
    for (int j = 0; j < i; j++)
      assert(popped[i] == 0 || popped[i] != popped[j]);
  return 0;
}

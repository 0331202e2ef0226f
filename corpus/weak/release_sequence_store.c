/* A release store, then a relaxed store to the same flag by the same thread. -DWEAK: the second is relaxed. SC, TSO,
 * PSO: stores to one location stay in order, the message before them. ARMv8: the same (STLR; STR to one address).
 * RC11 with the release sequences of C++20: a plain store does not continue one, even of the same thread (C++11 said
 * it does), so who reads 2 synchronises with nothing: a race on message. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define SECOND memory_order_relaxed
#else
#define SECOND memory_order_release
#endif

static int message;
static atomic_int progress;

static void *sender(void *arg) {
  message = 1;
  atomic_store_explicit(&progress, 1, memory_order_release);
  atomic_store_explicit(&progress, 2, SECOND);
  return NULL;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&progress, memory_order_acquire) == 2)
    assert(message == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

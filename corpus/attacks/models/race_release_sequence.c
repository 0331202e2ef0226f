/* A relaxed read-modify-write passes a release on, a relaxed store by another thread does not (C++20). */
#include "../threads.h"

static int data;
static atomic_int flag;

static void *sends(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

static void *passes(void *arg) {
#ifdef STORE
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
#else
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sends, NULL);
  pthread_create(&b, NULL, passes, NULL);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    assert(data == 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

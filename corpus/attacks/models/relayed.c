/* ISA2: the first hand-over is relaxed, the second one does not repair it: PSO lets the flag overtake the data. */
#include "../threads.h"
#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static volatile int data;
static atomic_int one, two;

static void *sends(void *arg) {
  data = 1;
  atomic_store_explicit(&one, 1, ORDER);
  return NULL;
}

static void *relays(void *arg) {
  if (atomic_load(&one))
    atomic_store(&two, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sends, NULL);
  pthread_create(&b, NULL, relays, NULL);
  if (atomic_load(&two)) {
    int seen = data;
    assert(seen == 1); /* fails */
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

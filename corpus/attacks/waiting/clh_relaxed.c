/* A CLH lock that is released by a relaxed store: under PSO what was done inside may be seen late. */
#include "../threads.h"
#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int node[3];
static atomic_int *_Atomic tail = &node[0];
static volatile int inside;

static void *works(void *arg) {
  atomic_int *mine = &node[(intptr_t)arg];
  atomic_store_explicit(mine, 1, memory_order_relaxed);
  atomic_int *before = atomic_exchange(&tail, mine);
  while (atomic_load_explicit(before, memory_order_acquire))
    ;
  int seen = inside;
  assert(seen == 0); /* fails */
  inside = 1;
  inside = 0;
  atomic_store_explicit(mine, 0, ORDER);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, works, (void *)1);
  pthread_create(&b, NULL, works, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

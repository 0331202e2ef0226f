/* Store buffering in a ring of three: fences in two of the threads are not enough. */
#include "../threads.h"
#ifndef FENCES
#define FENCES 0
#endif

static volatile int place[3];
static int seen[3];

static void *works(void *arg) {
  int own = (int)(intptr_t)arg;
  place[own] = 1;
  if (own < FENCES)
    atomic_thread_fence(memory_order_seq_cst);
  seen[own] = place[(own + 1) % 3];
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, works, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(seen[0] || seen[1] || seen[2]); /* fails */
  return 0;
}

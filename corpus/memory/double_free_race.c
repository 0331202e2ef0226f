/* Two threads may both find the block to be freed. -DEXCHANGE takes it out atomically. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic block;

static void *frees(void *arg) {
#ifdef EXCHANGE
  void *mine = atomic_exchange(&block, NULL);
#else
  void *mine = atomic_load(&block);
  atomic_store(&block, NULL);
#endif
  free(mine); /* perhaps by both */
  return NULL;
}

int main(void) {
  atomic_store(&block, malloc(4));
  pthread_t a, b;
  pthread_create(&a, NULL, frees, NULL);
  pthread_create(&b, NULL, frees, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

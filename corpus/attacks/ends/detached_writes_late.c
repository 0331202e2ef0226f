/* A detached thread that main does not wait for may not have written yet. */
#include "../threads.h"

static atomic_int done;

static void *works(void *arg) {
  atomic_store(&done, 1);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  pthread_detach(a);
  assert(atomic_load(&done)); /* fails */
  return 0;
}

/* A spin loop inside a spin loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inner, outer;

static void *sets(void *arg) {
  atomic_store(&inner, 1);
  atomic_store(&outer, 1);
  return NULL;
}

static void *waits(void *arg) {
  while (!atomic_load(&outer))
    while (!atomic_load(&inner))
      ;
  assert(atomic_load(&inner) == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

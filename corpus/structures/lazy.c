/* Lazy initialisation without a lock: both threads may build the object, a compare-and-swap picks one, the loser frees
 * its own. -DRELAXED: under PSO the other thread can find the object empty. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_acq_rel
#endif

static int *_Atomic instance;

static int *get(void) {
  int *found = atomic_load_explicit(&instance, memory_order_acquire);
  if (found != NULL)
    return found;
  int *fresh = calloc(1, sizeof *fresh);
  *fresh = 9;
  if (atomic_compare_exchange_strong_explicit(&instance, &found, fresh, PUBLISH, memory_order_acquire))
    return fresh;
  free(fresh);
  return found;
}

static void *use(void *arg) {
  assert(*get() == 9);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

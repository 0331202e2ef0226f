/* A hazard pointer: the reader announces what it uses and looks again; the writer does not free what is announced.
 * -DRELAXED announces with a relaxed store: under TSO the writer does not see it in time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELAXED
#define ANNOUNCE memory_order_relaxed
#else
#define ANNOUNCE memory_order_seq_cst
#endif

static int *_Atomic current, *_Atomic hazard;

static void *reader(void *arg) {
  int *seen;
  do {
    seen = atomic_load(&current);
    atomic_store_explicit(&hazard, seen, ANNOUNCE);
  } while (seen != atomic_load(&current));
  if (seen != NULL)
    assert(*seen == 1); /* the object must still be there */
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return NULL;
}

static void *writer(void *arg) {
  int *old = atomic_exchange(&current, NULL);
  while (atomic_load(&hazard) == old)
    ;
  free(old);
  return NULL;
}

int main(void) {
  int *object = malloc(sizeof *object);
  *object = 1;
  atomic_store(&current, object);
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

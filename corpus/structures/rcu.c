/* Publish and retire: the writer swaps a pointer, waits until no reader is inside, then frees the old object.
 * -DEARLY frees without waiting. -DRELAXED_READER enters with a relaxed store: under TSO the writer misses it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELAXED_READER
#define ENTER memory_order_relaxed
#else
#define ENTER memory_order_seq_cst
#endif

static int *_Atomic current;
static atomic_int reading;

static int *object(int value) {
  int *fresh = malloc(sizeof *fresh);
  *fresh = value;
  return fresh;
}

static void *reader(void *arg) {
  atomic_store_explicit(&reading, 1, ENTER);
  int *seen = atomic_load(&current);
  assert(*seen == 1 || *seen == 2); /* the object must still be there */
  atomic_store_explicit(&reading, 0, memory_order_release);
  return NULL;
}

static void *writer(void *arg) {
  int *old = atomic_exchange(&current, object(2));
#ifndef EARLY
  while (atomic_load(&reading))
    ;
#endif
  free(old);
  return NULL;
}

int main(void) {
  atomic_store(&current, object(1));
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(atomic_load(&current));
  return 0;
}

/* The last owner frees the object, the others have only read it. -DWEAK drops with release only. SC, TSO, PSO: an
 * atomic comes before what follows it. RC11: reading and freeing race. ARMv8: a read could see the free only by load
 * buffering, which this model leaves out; that the count is read before the free is a dependency on machines.
 * acq_rel is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef WEAK
#define DROP memory_order_release
#else
#define DROP memory_order_acq_rel
#endif

struct object {
  atomic_int owners;
  int value;
};

static struct object *shared;

static void *owner(void *arg) {
  assert(shared->value == 2);
  if (atomic_fetch_sub_explicit(&shared->owners, 1, DROP) == 1)
    free(shared);
  return NULL;
}

int main(void) {
  shared = malloc(sizeof *shared);
  atomic_init(&shared->owners, 2);
  shared->value = 2;
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

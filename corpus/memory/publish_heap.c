/* An object is filled and its address published: under PSO a reader may find it empty. -DRELEASE repairs it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELEASE
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

static int *_Atomic published;

static void *writes(void *arg) {
  int *fresh = calloc(1, sizeof *fresh);
  *fresh = 1;
  atomic_store_explicit(&published, fresh, PUBLISH);
  return NULL;
}

static void *reads(void *arg) {
  int *seen = atomic_load_explicit(&published, memory_order_acquire);
  if (seen != NULL)
    assert(*seen == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

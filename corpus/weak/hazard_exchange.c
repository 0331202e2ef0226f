/* A hazard pointer, announced by an acq_rel exchange with -DWEAK, as that is a full fence on x86. TSO, PSO: it
 * drains the buffers, so either the reader sees that the object is gone or the writer sees the hazard. RC11: neither
 * need be: a freed object is read, in a race. ARMv8: the second look may come before the announcement. A seq_cst
 * fence on both sides forbids it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic current, *_Atomic hazard;

static void fence(void) {
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void *reader(void *arg) {
  int *seen = atomic_load_explicit(&current, memory_order_acquire);
  atomic_exchange_explicit(&hazard, seen, memory_order_acq_rel);
  fence();
  if (seen != NULL && seen == atomic_load_explicit(&current, memory_order_relaxed))
    assert(*seen == 1); /* the object must still be there */
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return NULL;
}

static void *writer(void *arg) {
  int *old = atomic_exchange_explicit(&current, NULL, memory_order_acq_rel);
  fence();
  if (atomic_load_explicit(&hazard, memory_order_acquire) != old)
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

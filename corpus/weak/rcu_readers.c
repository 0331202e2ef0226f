/* Readers are counted; the writer takes an object away and frees it if no thread reads. -DWEAK counts and takes with
 * acq_rel. TSO, PSO: such atomics drain the buffers, so a reader that finds the object has been counted. RC11:
 * acq_rel on two variables orders neither atomic before the other thread's load: use after free, in a race. ARMv8:
 * the pointer may be loaded before the count is stored. seq_cst accesses have one order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef WEAK
#define COUNT memory_order_acq_rel
#else
#define COUNT memory_order_seq_cst
#endif
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_seq_cst
#endif

static int *_Atomic object;
static atomic_int readers;

static void *reader(void *arg) {
  atomic_fetch_add_explicit(&readers, 1, COUNT);
  int *seen = atomic_load_explicit(&object, LOOK);
  if (seen != NULL)
    assert(*seen == 3);
  atomic_fetch_sub_explicit(&readers, 1, memory_order_release);
  return NULL;
}

static void *writer(void *arg) {
  int *old = atomic_exchange_explicit(&object, NULL, COUNT);
  if (atomic_load_explicit(&readers, memory_order_seq_cst) == 0)
    free(old);
  return NULL;
}

int main(void) {
  int *made = malloc(sizeof *made);
  *made = 3;
  atomic_store(&object, made);
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

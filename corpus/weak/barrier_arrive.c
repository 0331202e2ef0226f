/* A barrier for two, each arrives by an addition. -DWEAK arrives with release only: the last one acquires nothing.
 * SC, TSO, PSO: an atomic comes before what follows it, and a releasing one drains the buffers. RC11: the last to
 * arrive reads the other's part in a race. ARMv8: the load of the addition has no A; the part may be read earlier.
 * acq_rel. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define ARRIVE memory_order_release
#else
#define ARRIVE memory_order_acq_rel
#endif

static atomic_int arrived, open;
static int part[2];

static void *work(void *arg) {
  int me = (int)(long)arg;
  part[me] = 1;
  if (atomic_fetch_add_explicit(&arrived, 1, ARRIVE) == 1) {
    atomic_store_explicit(&open, 1, memory_order_release);
  } else {
    while (!atomic_load_explicit(&open, memory_order_acquire))
      ;
  }
  assert(part[0] + part[1] == 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

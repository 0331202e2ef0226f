// DPDK: locks, and a ring.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first, second;

#if KIND == 1 // spin lock
#include <rte_spinlock.h>
static rte_spinlock_t lock = RTE_SPINLOCK_INITIALIZER;
#define WRITE(what) (rte_spinlock_lock(&lock), what, rte_spinlock_unlock(&lock))
#define READ WRITE
#elif KIND == 2 // sequence lock
#include <rte_seqlock.h>
static rte_seqlock_t lock = RTE_SEQLOCK_INITIALIZER;
#define WRITE(what) (rte_seqlock_write_lock(&lock), what, rte_seqlock_write_unlock(&lock))
#elif KIND == 3 // ticket lock
#include <rte_ticketlock.h>
static rte_ticketlock_t lock;
#define WRITE(what) (rte_ticketlock_lock(&lock), what, rte_ticketlock_unlock(&lock))
#define READ WRITE
#elif KIND == 4 // phase-fair lock
#include <rte_pflock.h>
static rte_pflock_t lock = RTE_PFLOCK_INITIALIZER;
#define WRITE(what) (rte_pflock_write_lock(&lock), what, rte_pflock_write_unlock(&lock))
#define READ(what) (rte_pflock_read_lock(&lock), what, rte_pflock_read_unlock(&lock))
#elif KIND == 5 // mcs
#include <rte_mcslock.h>
static rte_mcslock_t *lock;
#define WRITE(what)                                                                                                    \
  do {                                                                                                                 \
    rte_mcslock_t own;                                                                                                 \
    rte_mcslock_lock(&lock, &own);                                                                                     \
    what;                                                                                                              \
    rte_mcslock_unlock(&lock, &own);                                                                                   \
  } while (0)
#define READ WRITE
#endif

#if KIND <= 5
static void *writer(void *unused) {
#if KIND == 2 // its readers look meanwhile
  WRITE((__atomic_store_n(&first, 1, __ATOMIC_RELAXED), __atomic_store_n(&second, 1, __ATOMIC_RELAXED)));
#else
  WRITE((first++, second++));
#endif
  return unused;
}
static void *reader(void *unused) {
  int a, b;
#if KIND == 2
  uint32_t version;
  do {
    version = rte_seqlock_read_begin(&lock);
    a = __atomic_load_n(&first, __ATOMIC_RELAXED);
    b = __atomic_load_n(&second, __ATOMIC_RELAXED);
  } while (rte_seqlock_read_retry(&lock, version));
#else
  READ((a = first, b = second));
#endif
  assert(a == b);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first == 1 && second == 1);
}
#else // ring
#include <rte_ring.h>
static struct rte_ring *ring;
static void *worker(void *number) {
  while (rte_ring_mp_enqueue(ring, (void *)((long)number + 1))) {
  }
  return 0;
}
int main(void) {
  ring = aligned_alloc(128, sizeof *ring + 4 * sizeof(void *));
  ring->flags = 0, ring->size = 4, ring->mask = 3, ring->capacity = 3;
  ring->prod.head = ring->prod.tail = ring->cons.head = ring->cons.tail = 0;
  ring->prod.sync_type = ring->cons.sync_type = RTE_RING_SYNC_MT;
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  long sum = 0;
  for (int i = 0; i < 2; i++) {
    void *value;
    while (rte_ring_mc_dequeue(ring, &value)) {
    }
    sum += (long)value;
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(sum == 3);
}
#endif

// DPDK's ring. It holds one less than its size.
#include "calls.h"
#include <stdbool.h>
#include <stdlib.h>
#include <rte_ring.h>

#if KIND == 1
#define ENQUEUE rte_ring_mp_enqueue
#define DEQUEUE rte_ring_mc_dequeue
#else
#define ENQUEUE rte_ring_sp_enqueue
#define DEQUEUE rte_ring_sc_dequeue
#endif
static struct rte_ring *ring;
// What rte_ring_init does; its source is not among the headers.
static void prepare(void) {
  ring = aligned_alloc(128, sizeof *ring + 2 * sizeof(void *));
  ring->flags = 0, ring->size = 2, ring->mask = 1, ring->capacity = 1;
  ring->prod.head = ring->prod.tail = ring->cons.head = ring->cons.tail = 0;
  ring->prod.sync_type = ring->cons.sync_type = KIND == 1 ? RTE_RING_SYNC_MT : RTE_RING_SYNC_ST;
}
static bool push(int value) { return ENQUEUE(ring, (void *)(long)value) == 0; }
static int pop(void) { void *value; return DEQUEUE(ring, &value) == 0 ? (int)(long)value : FENCEPOST_EMPTY; }

#if KIND == 1
CONTAINER_FOR_ALL(dpdk)
#else
CONTAINER_FOR_TWO(dpdk)
#endif
FENCEPOST_SETUP(prepare)

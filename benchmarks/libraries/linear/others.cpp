// Smaller libraries: atomic_queue, libcds.
#include "calls.h"
#if KIND == 1
#include <atomic_queue/atomic_queue.h>
static atomic_queue::AtomicQueue2<int, 2, true, true, false, false> queue;
static bool push(int value) { return queue.try_push(value); }
static int pop() { int value; return queue.try_pop(value) ? value : FENCEPOST_EMPTY; }
#else
#include <cds/container/vyukov_mpmc_cycle_queue.h>
static cds::container::VyukovMPMCCycleQueue<int> queue(2);
static bool push(int value) { return queue.enqueue(value); }
static int pop() { int value; return queue.dequeue(value) ? value : FENCEPOST_EMPTY; }
#endif
CONTAINER_FOR_ALL(others)

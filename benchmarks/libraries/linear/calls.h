// How a container is tried: -DCALLS=4.
#include <fencepost/linearizable.h>
#ifndef CALLS
#define CALLS 3
#endif

#define OPERATIONS(name) \
  FENCEPOST_LINEARIZABLE(name) \
  FENCEPOST_CALLS(CALLS) \
  FENCEPOST_OPERATION(push, FENCEPOST_DISTINCT(1, 2)) \
  FENCEPOST_OPERATION(pop)
// A container with push and pop for any thread.
#define CONTAINER_FOR_ALL(name) OPERATIONS(name)
// The same for one thread that pushes and one that pops.
#define CONTAINER_FOR_TWO(name) OPERATIONS(name) FENCEPOST_ROLE(producer, push) FENCEPOST_ROLE(consumer, pop)

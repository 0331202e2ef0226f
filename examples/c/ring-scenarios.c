#include "ring.h"
#include <fencepost/linearizable.h>

static struct ring r;
static bool push(int value) { return ring_push(&r, value); }
static int pop(void) { int value; return ring_pop(&r, &value) ? value : FENCEPOST_EMPTY; }

FENCEPOST_LINEARIZABLE(ring)
FENCEPOST_OPERATION(push, FENCEPOST_RANGE(1, 2))
FENCEPOST_OPERATION(pop)
FENCEPOST_ROLE(producer, push)
FENCEPOST_ROLE(consumer, pop)

// xenium's containers.
#include "calls.h"
#include <functional>
#if KIND == 1
#include <xenium/michael_scott_queue.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>
static xenium::michael_scott_queue<int, xenium::policy::reclaimer<xenium::reclamation::hazard_pointer<>>> queue;
#elif KIND == 2
#include <xenium/vyukov_bounded_queue.hpp>
static xenium::vyukov_bounded_queue<int> queue(2);
#else
#include <xenium/kirsch_bounded_kfifo_queue.hpp>
static xenium::kirsch_bounded_kfifo_queue<int *> queue(2, 2);
#endif

#if KIND == 1
static void push(int value) { queue.push(value); }
#elif KIND == 2
static bool push(int value) { return queue.try_push(value); }
#else
static int values[] = {0, 1, 2};
static bool push(int value) { return queue.try_push(&values[value]); }
#endif
#if KIND == 3
static int pop() { int *value; return queue.try_pop(value) ? *value : FENCEPOST_EMPTY; }
#else
static int pop() { int value; return queue.try_pop(value) ? value : FENCEPOST_EMPTY; }
#endif
CONTAINER_FOR_ALL(xenium)
#if KIND == 3
// What a queue would do that is first in, first out: this one is not meant to be.
static int count, first, elements[8];
static bool model_push(int value) {
  if (count - first == 4) return false;
  elements[count++] = value;
  return true;
}
static int model_pop() { return first == count ? FENCEPOST_EMPTY : elements[first++]; }
FENCEPOST_MODEL(push, model_push, int)
FENCEPOST_MODEL(pop, model_pop)
#endif

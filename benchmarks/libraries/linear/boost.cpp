// Boost.Lockfree.
#include "calls.h"
#if KIND == 1
#include <boost/lockfree/spsc_queue.hpp>
static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> container;
#elif KIND == 2
#include <boost/lockfree/stack.hpp>
static boost::lockfree::stack<int, boost::lockfree::capacity<4>> container;
#elif KIND == 3
#include <boost/lockfree/queue.hpp>
static boost::lockfree::queue<int> container(2);
#else
#include <boost/lockfree/queue.hpp>
static boost::lockfree::queue<int, boost::lockfree::capacity<2>> container;
#endif
static bool push(int value) { return container.push(value); }
static int pop() { int value; return container.pop(value) ? value : FENCEPOST_EMPTY; }

#if KIND == 1
CONTAINER_FOR_TWO(boost)
#else
CONTAINER_FOR_ALL(boost)
#endif

// moodycamel's queues.
#include "calls.h"
#if KIND <= 2
#include <concurrentqueue/concurrentqueue.h>
static moodycamel::ConcurrentQueue<int> queue(4);
#else
#include <readerwriterqueue/readerwriterqueue.h>
static moodycamel::ReaderWriterQueue<int> queue(2);
#endif
static bool push(int value) { return queue.enqueue(value); }
static int pop() { int value; return queue.try_dequeue(value) ? value : FENCEPOST_EMPTY; }

#if KIND == 1
CONTAINER_FOR_ALL(moodycamel)
#else
CONTAINER_FOR_TWO(moodycamel)
#endif

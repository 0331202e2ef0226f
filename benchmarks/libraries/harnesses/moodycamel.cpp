// moodycamel's queues.
#include <cassert>
#include <thread>
#if KIND == 1
#include <concurrentqueue/concurrentqueue.h>
moodycamel::ConcurrentQueue<int> queue(4);
int main() {
  std::thread adds([] { queue.enqueue(1); });
  int value = 0;
  const bool early = queue.try_dequeue(value);
  assert(!early || value == 1);
  adds.join();
  assert(early || (queue.try_dequeue(value) && value == 1));
}
#elif KIND == 2
#include <readerwriterqueue/readerwriterqueue.h>
moodycamel::ReaderWriterQueue<int> queue(2);
int main() {
  std::thread adds([] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  std::thread takes([] {
    for (int i = 1; i <= 2; i++) {
      int value;
      while (!queue.try_dequeue(value)) {
      }
      assert(value == i);
    }
  });
  adds.join();
  takes.join();
}
#else
#if KIND == 3
#include <readerwriterqueue/readerwriterqueue.h>
moodycamel::BlockingReaderWriterQueue<int> queue(2);
#else
#include <concurrentqueue/blockingconcurrentqueue.h>
moodycamel::BlockingConcurrentQueue<int> queue(2);
#endif
int main() {
  std::thread adds([] { queue.enqueue(1); });
  int value;
  queue.wait_dequeue(value);
  assert(value == 1);
  adds.join();
}
#endif

// Rigtorp's queues: three items through two slots.
#include <cassert>
#include <thread>
#if KIND == 1
#include <rigtorp/SPSCQueue.h>
int main() {
  rigtorp::SPSCQueue<int> queue(2);
  std::thread takes([&] {
    for (int i = 0; i < 3; i++) {
      while (!queue.front()) {
      }
      assert(*queue.front() == i);
      queue.pop();
    }
  });
  for (int i = 0; i < 3; i++) queue.push(i);
  takes.join();
}
#else
#include <rigtorp/MPMCQueue.h>
int main() {
  rigtorp::MPMCQueue<int> queue(2);
  std::thread adds([&] { queue.push(1); });
  std::thread takes([&] {
    int value;
    queue.pop(value);
    assert(value == 1 || value == 2);
  });
  queue.push(2);
  adds.join();
  takes.join();
  int value;
  assert(queue.try_pop(value));
}
#endif

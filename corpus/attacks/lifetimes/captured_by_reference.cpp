/* A message and a flag that are locals of main, captured by reference: the verdicts are those of globals. */
#include <atomic>
#include <cassert>
#include <thread>
#ifdef RELEASE
#define ORDER std::memory_order_release
#else
#define ORDER std::memory_order_relaxed
#endif

int main() {
  int message = 0;
  std::atomic<bool> sent{false};
  std::thread sender([&] {
    message = 42;
    sent.store(true, ORDER);
  });
  while (!sent.load(std::memory_order_acquire))
    ;
  assert(message == 42); // fails
  sender.join();
}

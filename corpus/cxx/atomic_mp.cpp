// Message passing with release and acquire; -DRELAXED forgets the release.
#include <atomic>
#include <cassert>
#include <thread>
#ifdef RELAXED
constexpr auto publish = std::memory_order_relaxed;
#else
constexpr auto publish = std::memory_order_release;
#endif

static int data;
static std::atomic<bool> ready;

int main() {
  std::thread sender([] {
    data = 42;
    ready.store(true, publish);
  });
  std::thread receiver([] {
    if (ready.load(std::memory_order_acquire))
      assert(data == 42);
  });
  sender.join();
  receiver.join();
}

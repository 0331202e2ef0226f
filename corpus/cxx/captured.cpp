// Message passing between locals of main that a thread captures by reference.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> flag{0};
  int data = 0;
  std::thread writer([&] {
    data = 42;
    flag.store(1, std::memory_order_release);
  });
  while (!flag.load(std::memory_order_acquire)) {
  }
  assert(data == 42);
  writer.join();
}

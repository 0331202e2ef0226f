// unique_ptr hands an object from thread to thread.
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto object = std::make_unique<int>(4);
  std::unique_ptr<int> returned;
  std::thread t([&returned, mine = std::move(object)]() mutable {
    *mine += 1;
    returned = std::move(mine);
  });
  t.join();
  assert(!object && *returned == 5);
}

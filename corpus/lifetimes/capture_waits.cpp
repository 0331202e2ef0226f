// The destructor of a capture waits for what main does only after the join.
#include <atomic>
#include <thread>
#include <utility>

std::atomic<bool> released{false};

struct Waits {
  bool own = true;
  Waits() = default;
  Waits(Waits &&other) noexcept : own(std::exchange(other.own, false)) {}
  ~Waits() {
    while (own && !released) {
    }
  }
};

int main() {
  std::thread thread([waits = Waits()] {});
  thread.join();
  released = true;
}

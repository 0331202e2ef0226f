// Main waits until the capture of a detached thread has been destroyed.
#include <atomic>
#include <thread>

std::atomic<int> users{0};

struct Use {
  bool own = true;
  Use() { users++; }
  Use(Use &&other) noexcept : own(other.own) { other.own = false; }
  ~Use() {
    if (own) users--;
  }
};

int main() {
  std::thread thread([use = Use()] {});
  thread.detach();
  while (users.load() != 0) {
  }
}

// The callable of a thread is destroyed by the new thread, after the call and before the joining thread continues.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> step{0};

struct Callable {
  bool own = true;
  Callable() = default;
  Callable(Callable &&other) noexcept : own(other.own) { other.own = false; }
  ~Callable() {
    if (!own) return;
    assert(step.load() == 1);
    step.store(2);
  }
  void operator()() {
    assert(step.load() == 0);
    step.store(1);
  }
};

int main() {
  std::thread thread{Callable()};
#ifdef EARLY
  while (step.load() == 0) {
  }
  assert(step.load() == 2); // it has been called, but may still exist
#endif
  thread.join();
  assert(step.load() == 2);
}

// Destructors of captures do relaxed accesses: the models apply to them as to everything else.
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

std::atomic<int> x{0}, y{0};
int first = -1, second = -1;

template <void (*Action)()> struct AtEnd {
  bool own = true;
  AtEnd() = default;
  AtEnd(AtEnd &&other) noexcept : own(std::exchange(other.own, false)) {}
  ~AtEnd() {
    if (own) Action();
  }
};

#ifdef MESSAGE
void writes() {
  x.store(1, std::memory_order_relaxed);
  y.store(1, std::memory_order_relaxed);
}
void reads() {
  first = y.load(std::memory_order_relaxed);
  second = x.load(std::memory_order_relaxed);
}
#else
void writes() {
  x.store(1, std::memory_order_relaxed);
  first = y.load(std::memory_order_relaxed);
}
void reads() {
  y.store(1, std::memory_order_relaxed);
  second = x.load(std::memory_order_relaxed);
}
#endif

int main() {
  std::thread one([end = AtEnd<writes>()] {});
  std::thread two([end = AtEnd<reads>()] {});
  one.join();
  two.join();
#ifdef MESSAGE
  assert(first == 0 || second == 1);
#else
  assert(first == 1 || second == 1);
#endif
}

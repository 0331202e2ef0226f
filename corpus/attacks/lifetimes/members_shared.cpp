/* An object on main's stack with a small lock of its own, used by two threads through this; unlocked relaxed, PSO breaks it. */
#include <atomic>
#include <cassert>
#include <thread>

class Counter {
public:
  int add() {
    while (busy.exchange(true, std::memory_order_acquire))
      ;
    int result = ++count;
    busy.store(false, std::memory_order_relaxed);
    return result;
  }

private:
  std::atomic<bool> busy{false};
  int count = 0;
};

int main() {
  Counter counter;
  int one = 0, two = 0;
  std::thread a([&] { one = counter.add(); });
  std::thread b([&] { two = counter.add(); });
  a.join();
  b.join();
  assert(one + two == 3); // fails
}

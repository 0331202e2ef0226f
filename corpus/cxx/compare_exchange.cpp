// A counter by compare_exchange_weak in a loop.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

static void increment() {
  int seen = counter.load(std::memory_order_relaxed);
  while (!counter.compare_exchange_weak(seen, seen + 1))
    ;
}

int main() {
  std::thread a(increment), b(increment);
  a.join();
  b.join();
  assert(counter == 2);
}

// Three threads count; one trace for each order.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<long> counter;

static void add(long amount) { counter.fetch_add(amount, std::memory_order_relaxed); }

int main() {
  std::thread a(add, 1), b(add, 2), c(add, 3);
  a.join();
  b.join();
  c.join();
  assert(counter.load() == 6);
}

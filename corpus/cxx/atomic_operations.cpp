// The operations of std::atomic, as members and as operators.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

static std::atomic<std::uint16_t> n{65535};
static std::atomic<int *> p;
static int cells[3];

int main() {
  std::thread t([] {
    assert(n.fetch_add(2) == 65535 && n == 1);
    assert(++n == 2 && n++ == 2 && --n == 2);
    assert((n += 5) == 7 && (n -= 3) == 4 && (n |= 3) == 7 && (n &= 5) == 5 && (n ^= 1) == 4);
    assert(n.exchange(9) == 4);
    std::uint16_t expected = 8;
    assert(!n.compare_exchange_strong(expected, 1) && expected == 9);
    assert(n.compare_exchange_strong(expected, 1, std::memory_order_acq_rel, std::memory_order_relaxed));
    p = cells;
    assert(p.fetch_add(2) == cells && p.load() == cells + 2);
  });
  t.join();
  assert(n == 1);
}

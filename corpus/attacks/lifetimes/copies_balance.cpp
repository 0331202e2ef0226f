/* However often a callable and its argument are copied and moved on their way, all but the originals are gone after the join. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> alive;

struct Counted {
  Counted() { alive++; }
  Counted(const Counted &) { alive++; }
  Counted(Counted &&) noexcept { alive++; }
  ~Counted() { alive--; }
};

int main() {
  Counted argument, captured;
  std::thread a([captured](Counted) { assert(alive >= 3); }, argument);
  a.join();
  assert(alive == 2);
}

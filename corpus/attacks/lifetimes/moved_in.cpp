/* An owning argument is moved into the thread and dies with it: after the join nothing is left. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> alive;

struct Counted {
  Counted() { alive++; }
  ~Counted() { alive--; }
};

int main() {
  auto owned = std::make_unique<Counted>();
  std::thread a([](std::unique_ptr<Counted> mine) { assert(mine && alive == 1); }, std::move(owned));
  a.join();
  assert(!owned && alive == 0);
}

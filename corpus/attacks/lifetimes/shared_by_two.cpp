/* Two threads give back their shares of an object: the last one destroys it, once. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> destroyed;

struct Counted {
  ~Counted() { destroyed++; }
};

int main() {
  auto one = std::make_shared<Counted>();
  auto two = one;
  std::thread a([mine = std::move(one)]() mutable { mine.reset(); });
  std::thread b([mine = std::move(two)]() mutable { mine.reset(); });
  a.join();
  b.join();
  assert(destroyed == 1);
}

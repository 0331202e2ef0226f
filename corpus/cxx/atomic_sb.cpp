// Store buffering with std::atomic; -DORDER picks the order of all accesses.
#include <atomic>
#include <cassert>
#include <thread>
#ifndef ORDER
#define ORDER relaxed
#endif
#define JOIN(a, b) a##b
#define NAMED(order) JOIN(std::memory_order_, order)

static std::atomic<int> x{0}, y{0};
static int saw_x, saw_y;

int main() {
  std::thread left([] {
    x.store(1, NAMED(ORDER));
    saw_y = y.load(NAMED(ORDER));
  });
  std::thread right([] {
    y.store(1, NAMED(ORDER));
    saw_x = x.load(NAMED(ORDER));
  });
  left.join();
  right.join();
  assert(saw_x || saw_y);
}

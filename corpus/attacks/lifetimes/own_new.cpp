/* Operators new and delete of a class: each object is made and given back by them, whichever thread deletes it. */
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<int> given, taken;

struct Pooled {
  static void *operator new(std::size_t size) {
    taken++;
    return std::malloc(size);
  }
  static void operator delete(void *at) {
    given++;
    std::free(at);
  }
  virtual ~Pooled() = default;
};

struct Larger : Pooled {
  long filler[2] = {};
};

int main() {
  std::atomic<Pooled *> slot{nullptr};
  std::thread a([&] { delete slot.exchange(new Larger); });
  delete slot.exchange(new Pooled);
  a.join();
  delete slot.exchange(nullptr);
  assert(given == 2 && taken == 2);
}

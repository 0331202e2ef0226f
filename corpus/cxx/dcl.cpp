// Double-checked locking with std::atomic; -DRELAXED publishes with a relaxed store: wrong under PSO.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#ifdef RELAXED
constexpr auto publish = std::memory_order_relaxed;
#else
constexpr auto publish = std::memory_order_release;
#endif

struct widget {
  int value = 0;
};

static widget the_widget;
static std::atomic<widget *> instance;
static std::mutex mutex;

static widget *get() {
  widget *found = instance.load(std::memory_order_acquire);
  if (found == nullptr) {
    std::lock_guard<std::mutex> guard(mutex);
    found = instance.load(std::memory_order_relaxed);
    if (found == nullptr) {
      the_widget.value = 11;
      found = &the_widget;
      instance.store(found, publish);
    }
  }
  return found;
}

int main() {
  auto use = [] { assert(get()->value == 11); };
  std::thread a(use), b(use);
  a.join();
  b.join();
}

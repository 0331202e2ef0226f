// A lock as a class template, used through lock_guard.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

template <typename Word> class spin_lock {
public:
  void lock() {
    Word free = 0;
    while (!word_.compare_exchange_strong(free, 1, std::memory_order_acquire, std::memory_order_relaxed))
      free = 0;
  }
  void unlock() { word_.store(0, std::memory_order_release); }

private:
  std::atomic<Word> word_{0};
};

template <typename Lock> struct counter {
  Lock lock;
  int value = 0;
  void increment() {
    std::lock_guard<Lock> guard(lock);
    value++;
  }
};

static counter<spin_lock<unsigned char>> bytes;
static counter<spin_lock<long>> longs;

int main() {
  auto work = [] {
    bytes.increment();
    longs.increment();
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(bytes.value == 2 && longs.value == 2);
}

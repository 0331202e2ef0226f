/* A callable too large for the buffer of std::function: destroyed once when it is replaced, and once at the end. */
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>

static std::atomic<int> alive;

struct Large {
  Large() { alive++; }
  Large(const Large &) { alive++; }
  ~Large() { alive--; }
  long filler[8] = {};
};

int main() {
  {
    std::function<void()> task = [large = Large()] { assert(alive > 0); };
    std::thread a(task);
    a.join();
    assert(alive == 1);
    task = [] {};
    assert(alive == 0);
  }
  assert(alive == 0);
}

/* A latch counts down to zero. -DWEAK waits with relaxed loads. SC, TSO, PSO: loads stay in order. RC11: the waiting
 * thread acquires nothing: a race on loaded. ARMv8: loaded may be read before the count. With acquire, reading 0
 * synchronises with both: an atomic continues a release sequence. */
#include <atomic>
#include <cassert>
#include <thread>
#ifdef WEAK
#define WAIT std::memory_order_relaxed
#else
#define WAIT std::memory_order_acquire
#endif

class Latch {
  std::atomic<int> left;

public:
  explicit Latch(int count) : left(count) {}
  void count_down() { left.fetch_sub(1, std::memory_order_release); }
  void wait() {
    while (left.load(WAIT) != 0)
      ;
  }
};

static Latch latch(2);
static int loaded[2];

static void load(int file) {
  loaded[file] = 1;
  latch.count_down();
}

static void start() {
  latch.wait();
  assert(loaded[0] + loaded[1] == 2);
}

int main() {
  std::thread a(load, 0), b(load, 1), c(start);
  a.join();
  b.join();
  c.join();
}

/* A promise and its future. -DWEAK waits for the state with relaxed loads. SC, TSO, PSO: loads stay in order. RC11:
 * the value is released but not acquired: a race on it. ARMv8: the value may be read before the state. An acquire
 * load in get() is right. */
#include <atomic>
#include <cassert>
#include <thread>
#ifdef WEAK
#define WAIT std::memory_order_relaxed
#else
#define WAIT std::memory_order_acquire
#endif

template <typename T> class Future {
  T value{};
  std::atomic<bool> ready{false};

public:
  void set(T v) {
    value = v;
    ready.store(true, std::memory_order_release);
  }
  T get() {
    while (!ready.load(WAIT))
      ;
    return value;
  }
};

static Future<int> answer;

static void compute() { answer.set(42); }
static void print() { assert(answer.get() == 42); }

int main() {
  std::thread a(compute), b(print);
  a.join();
  b.join();
}

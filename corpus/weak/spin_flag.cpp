/* A spin lock of std::atomic_flag, as a guard. -DWEAK takes it with test_and_set(relaxed). SC, TSO, PSO: an atomic
 * comes before what follows it. RC11: taking acquires nothing: a race on sum. ARMv8: sum may be read before the flag
 * is taken. Acquire to take, release to clear. */
#include <atomic>
#include <cassert>
#include <thread>
#ifdef WEAK
#define TAKE std::memory_order_relaxed
#else
#define TAKE std::memory_order_acquire
#endif

class Guard {
  std::atomic_flag &flag;

public:
  explicit Guard(std::atomic_flag &lock) : flag(lock) {
    while (flag.test_and_set(TAKE))
      ;
  }
  ~Guard() { flag.clear(std::memory_order_release); }
};

static std::atomic_flag lock = ATOMIC_FLAG_INIT;
static int sum;

static void add(int value) {
  Guard guard(lock);
  sum += value;
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  assert(sum == 3);
}

// std::atomic_thread_fence between store and load; -DACQ_REL is not enough.
#include <atomic>
#include <cassert>
#include <thread>
#ifdef ACQ_REL
constexpr auto order = std::memory_order_acq_rel;
#else
constexpr auto order = std::memory_order_seq_cst;
#endif

static std::atomic<int> x, y;
static int saw_x, saw_y;

int main() {
  std::thread left([] {
    x.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(order);
    saw_y = y.load(std::memory_order_relaxed);
  });
  std::thread right([] {
    y.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(order);
    saw_x = x.load(std::memory_order_relaxed);
  });
  left.join();
  right.join();
  assert(saw_x || saw_y);
}

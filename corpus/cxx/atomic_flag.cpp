// std::atomic_flag as a spin lock.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag taken = ATOMIC_FLAG_INIT;
static int counter;

static void work() {
  while (taken.test_and_set(std::memory_order_acquire))
    std::this_thread::yield();
  counter++;
  taken.clear(std::memory_order_release);
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(counter == 2);
}

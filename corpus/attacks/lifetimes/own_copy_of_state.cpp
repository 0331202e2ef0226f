/* A mutable lambda's state is copied for each thread: all count to one. */
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> ones{0};
  auto counts = [&ones, n = 0]() mutable {
    if (++n == 1)
      ones++;
  };
  std::thread a(counts), b(counts);
  counts();
  a.join();
  b.join();
  assert(ones == 3);
}

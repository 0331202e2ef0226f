/* Threads that move when their vector grows are still the same threads. */
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<std::thread> threads;
  for (int i = 1; i <= 3; i++)
    threads.emplace_back([i] { sum += i; });
  for (auto &thread : threads)
    thread.join();
  assert(sum == 6);
}

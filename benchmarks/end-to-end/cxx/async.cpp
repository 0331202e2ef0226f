// Two tasks that meet at a barrier.
#include <atomic>
#include <barrier>
#include <future>
#include <iostream>
#include <numeric>
#include <vector>

std::atomic<int> left{0}, right{0};

int main() {
  std::barrier meeting(2);
  auto side = [&meeting](std::atomic<int>& own, std::atomic<int>& other) {
    own.store(1, std::memory_order_relaxed);
    meeting.arrive_and_wait();
    return other.load(std::memory_order_relaxed);
  };
  auto a = std::async(std::launch::async, side, std::ref(left), std::ref(right));
  auto b = std::async(std::launch::async, side, std::ref(right), std::ref(left));
  std::vector<int> seen{a.get(), b.get()};
  std::cout << "seen: " << std::accumulate(seen.begin(), seen.end(), 0) << std::endl;
}

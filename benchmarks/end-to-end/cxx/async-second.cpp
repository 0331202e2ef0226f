// Halves of a sum, and a barrier with a function that runs when all have arrived.
#include <atomic>
#include <barrier>
#include <future>
#include <iostream>
#include <numeric>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2, 3, 4};
  std::vector<int> halves(2);
  int total = 0;
  auto add = [&]() noexcept { total = halves[0] + halves[1]; };
  std::barrier done(2, add);
  auto half = [&](int which) {
    auto start = numbers.begin() + 2 * which;
    halves[which] = std::accumulate(start, start + 2, 0);
    done.arrive_and_wait();
    return total;
  };
  auto other = std::async(std::launch::async, half, 1);
  int mine = half(0);
  std::cout << mine << ' ' << other.get() << std::endl;
}

// Tasks that read numbers from texts.
#include <future>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

int sum(const std::string& numbers) {
  std::istringstream in(numbers);
  int total = 0;
  for (int number; in >> number;) total += number;
  return total;
}

int main() {
  std::packaged_task<int(const std::string&)> low(sum), high(sum);
  std::vector<std::future<int>> results;
  results.push_back(low.get_future());
  results.push_back(high.get_future());
  std::thread first(std::move(low), "1 2 3"), second(std::move(high), "40 50");
  std::ostringstream line;
  for (auto& result : results) line << result.get() << ' ';
  first.join();
  second.join();
  std::cout << line.str() << std::endl;
}

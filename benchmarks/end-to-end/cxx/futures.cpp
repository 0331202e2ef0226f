// Promises that threads keep, and texts made with string streams.
#include <future>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

std::string describe(int part, int value) {
  std::ostringstream text;
  text << "part " << part << ": " << value;
  return text.str();
}

int main() {
  std::vector<std::promise<int>> promises(2);
  std::vector<std::future<int>> futures;
  for (auto& promise : promises) futures.push_back(promise.get_future());
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++) threads.emplace_back([&promises, i] { promises[i].set_value(10 * i + 1); });
  for (int i = 0; i < 2; i++) std::cout << describe(i, futures[i].get()) << '\n';
  for (auto& thread : threads) thread.join();
}

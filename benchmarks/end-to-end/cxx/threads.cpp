// Threads that print, and a counter.
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

std::mutex printing;
std::atomic<int> counter{0};

void work(int id) {
  int before = counter.fetch_add(id);
  std::lock_guard<std::mutex> lock(printing);
  std::cout << "thread " << id << " found " << before << std::endl;
}

int main() {
  std::thread first(work, 1), second(work, 2);
  first.join();
  second.join();
  std::cout << "sum " << counter.load() << '\n';
}

/* std::ref hands over the object itself: main may see it before the thread has changed it. */
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>

int main() {
  std::atomic<int> value{1};
  std::thread a([](std::atomic<int> &mine) { mine = 2; }, std::ref(value));
  int seen = value;
  a.join();
  assert(value == 2);
  assert(seen == 2); // fails
}

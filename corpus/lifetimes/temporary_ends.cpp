// A temporary lives until its full expression ends, unless a reference extends that; what a block declares lives until its end.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::thread started;

void start(const int &value) {
  started = std::thread([&value] { assert(value == 5); });
}

int main() {
#if defined TEMPORARY
  start(5);
  started.join();
#elif defined EXTENDED
  const int &value = 5;
  start(value);
  started.join();
#elif defined WITHIN
  for (int i = 0; i < 2; i++) (start(5), started.join());
#elif defined STRING
  {
    std::string text = "ab";
    started = std::thread([&] { assert(text == "ab"); });
  }
  started.join();
#elif defined MUTEX
  int count = 0;
  {
    std::mutex mutex;
    started = std::thread([&] {
      std::lock_guard<std::mutex> guard(mutex);
      count++;
    });
  }
  started.join();
#elif defined THROWN
  for (int i = 0; i < 2; i++) {
    try {
      int value = 5;
      start(value);
      started.join();
      throw value;
    } catch (const int &value) {
      start(value);
      started.join();
    }
  }
#endif
}

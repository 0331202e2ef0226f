// Global objects are destroyed when main has returned. Threads that it has not waited for may still use them.
#include <cassert>
#include <thread>
#include <vector>

std::vector<int> numbers(2, 1);

#ifdef ASSERTS
struct Global {
  int value = 0;
  ~Global() { assert(value == 0); }
} global;
#endif

int main() {
#if defined(ASSERTS)
  std::thread thread([] { global.value = 1; });
  thread.join();
#elif defined(DETACHED)
  std::thread([] { numbers[0] = 2; }).detach();
#else
  std::thread thread([] { numbers[0] = 2; });
  thread.join();
#endif
}

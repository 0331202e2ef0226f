/* What is returned is read before the guard goes. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int low, high;

static int difference() {
  std::lock_guard<std::mutex> guard(mutex);
  return high - low;
}

int main() {
  std::thread a([] {
    std::lock_guard<std::mutex> guard(mutex);
    low++;
    high++;
  });
  assert(difference() == 0);
  a.join();
}

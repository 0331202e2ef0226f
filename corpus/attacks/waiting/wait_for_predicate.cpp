/* wait_for with a predicate gives what the predicate says at the end, timed out or not. */
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread sets([] {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> guard(mutex);
    bool result = changed.wait_for(guard, std::chrono::milliseconds(10), [] { return ready; });
    assert(result == ready);
  }
  sets.join();
}

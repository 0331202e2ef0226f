// condition_variable with a predicate; -DLOST notifies without the lock and without setting the flag first.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable cond;
static bool ready;

int main() {
  std::thread waits([] {
    std::unique_lock<std::mutex> lock(mutex);
    cond.wait(lock, [] { return ready; });
  });
  std::thread notifies([] {
#ifdef LOST
    cond.notify_one();
#endif
    {
      std::lock_guard<std::mutex> guard(mutex);
      ready = true;
    }
#ifndef LOST
    cond.notify_one();
#endif
  });
  waits.join();
  notifies.join();
}

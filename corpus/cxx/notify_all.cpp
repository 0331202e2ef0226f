// notify_all wakes both waiters.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable cond;
static int stage, woken;

static void waits() {
  std::unique_lock<std::mutex> lock(mutex);
  while (stage == 0)
    cond.wait(lock);
  woken++;
}

int main() {
  std::thread a(waits), b(waits);
  {
    std::lock_guard<std::mutex> guard(mutex);
    stage = 1;
    cond.notify_all();
  }
  a.join();
  b.join();
  assert(woken == 2);
}

// unique_lock: deferred, unlocked early, tried.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void work() {
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  assert(!lock.owns_lock());
  lock.lock();
  counter++;
  lock.unlock();
}

static void tries() {
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (lock)
    counter++;
}

int main() {
  std::thread a(work), b(tries);
  a.join();
  b.join();
  assert(counter >= 1);
}

/* A shared lock that is not given back before the unique one is asked for, by each of two threads. */
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;

static void upgrades() {
  lock.lock_shared();
  lock.lock();
  lock.unlock();
  lock.unlock_shared();
}

int main() {
  std::thread a(upgrades), b(upgrades);
  a.join();
  b.join();
}

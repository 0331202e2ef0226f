/* Two readers of a std::shared_mutex can be inside together. */
#include <atomic>
#include <cassert>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::atomic<int> readers, most;

static void reads() {
  std::shared_lock<std::shared_mutex> guard(lock);
  int now = ++readers;
  if (now > most)
    most = now;
  --readers;
}

int main() {
  std::thread a(reads), b(reads);
  a.join();
  b.join();
  assert(most == 1); // fails
}

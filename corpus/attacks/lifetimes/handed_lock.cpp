/* A lock is taken in one function and handed to its caller: it is held until the caller is done, and given back once. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int value;

static std::unique_lock<std::mutex> acquire() {
  std::unique_lock<std::mutex> lock(mutex);
  value++;
  return lock;
}

static void adds() {
  auto lock = acquire();
  auto moved = std::move(lock);
  value++;
  assert(!lock.owns_lock() && moved.owns_lock());
}

int main() {
  std::thread a(adds), b(adds);
  a.join();
  b.join();
  assert(value == 4);
}

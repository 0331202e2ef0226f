/* A guard without a name is gone at the end of its statement and guards nothing. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static volatile int value;

static void adds() {
#ifdef NAMED
  std::lock_guard<std::mutex> guard{mutex};
#else
  std::lock_guard<std::mutex>{mutex};
#endif
  value = value + 1;
}

int main() {
  std::thread a(adds), b(adds);
  a.join();
  b.join();
  assert(value == 2); // fails
}

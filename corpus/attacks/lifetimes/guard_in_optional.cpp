/* A guard in an optional is given back by reset: too early, and the second half of the work is not guarded. */
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>

static std::mutex mutex;
static volatile int value;

static void adds() {
  std::optional<std::lock_guard<std::mutex>> guard;
  guard.emplace(mutex);
  int seen = value;
#ifdef EARLY
  guard.reset();
#endif
  value = seen + 1;
}

int main() {
  std::thread a(adds), b(adds);
  a.join();
  b.join();
  assert(value == 2); // fails
}

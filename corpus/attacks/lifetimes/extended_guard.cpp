/* A temporary guard bound to a reference lives as long as the reference. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int value;

struct Guard {
  Guard() { mutex.lock(); }
  ~Guard() { mutex.unlock(); }
};

static void adds() {
  const Guard &guard = Guard();
  (void)guard;
  value++;
}

int main() {
  std::thread a(adds), b(adds);
  a.join();
  b.join();
  assert(value == 2);
}

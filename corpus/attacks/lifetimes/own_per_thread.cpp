/* A thread-local object is made when its thread first comes by, and destroyed when the thread ends: before the join. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made, destroyed;

struct Own {
  Own() { made++; }
  ~Own() { destroyed++; }
  int value = 0;
};

static Own &own() {
  static thread_local Own object;
  return object;
}

int main() {
  std::thread a([] { own().value = 1; });
  a.join();
  std::thread b([] {});
  b.join();
  assert(made == 1 && destroyed == 1);
  assert(own().value == 0 && made == 2 && destroyed == 1);
}

/* The destructor of a thread-local object fails; main, which would find the counter wrong, does not come to that. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> count{1};

struct Fails {
  int used = 0;
  ~Fails() {
    assert(used == 0); // fails
    count--;
  }
};

int main() {
  std::thread a([] {
    static thread_local Fails fails;
    fails.used = 1;
  });
  a.join();
  assert(count == 0);
}

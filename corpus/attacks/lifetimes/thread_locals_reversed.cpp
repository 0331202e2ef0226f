/* Thread-local objects are destroyed in the reverse order of their making. */
#include <cassert>
#include <thread>

static int order;

struct Digit {
  explicit Digit(int which) : digit(which) {}
  ~Digit() { order = order * 10 + digit; }
  int digit;
};

static void first() { static thread_local Digit one(1); }
static void second() { static thread_local Digit two(2); }

int main() {
  std::thread a([] {
    second();
    first();
    second();
  });
  a.join();
  assert(order == 12);
}

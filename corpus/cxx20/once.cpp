// Whoever comes first makes the value (-DTHROWS: the first attempt fails, the next one succeeds).
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts, value;

static void make() {
#ifdef THROWS
  if (attempts++ == 0) throw 1;
#endif
  value++;
}

static void use() {
  try {
    std::call_once(flag, make);
    assert(value == 1);
  } catch (int) {
  }
}

int main() {
  std::thread other(use);
  use();
  other.join();
  std::call_once(flag, make);
  assert(value == 1);
}

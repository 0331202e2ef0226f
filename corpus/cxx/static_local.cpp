// A static local variable is initialised once, by the first thread.
#include <cassert>
#include <thread>

static int built;

struct config {
  int value;
  config() : value(3) { built++; }
};

static config &instance() {
  static config the_config;
  return the_config;
}

int main() {
  auto use = [] { assert(instance().value == 3); };
  std::thread a(use), b(use);
  a.join();
  b.join();
  assert(built == 1);
}

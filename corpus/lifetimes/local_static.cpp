// A local static that two threads use is made once, and destroyed once at the end.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

std::atomic<int> made{0}, destroyed{0};

struct Object {
  Object() { made++; }
  ~Object() { destroyed++; }
};

void use() {
  static Object object;
  assert(made == 1 && destroyed == 0);
}

int main() {
  atexit([] { assert(made == 1 && destroyed == 1); });
  std::thread one(use), two(use);
  one.join();
  two.join();
}

#include "spinlock.h"
#include <cassert>
#include <thread>

int main() {
  Spinlock lock;
  int count = 0;
  auto add = [&] { lock.lock(), count++, lock.unlock(); };
  std::thread other(add);
  add(), other.join(), assert(count == 2);
}

/* A request that cannot be met: new with std::nothrow returns NULL. */
#include <cassert>
#include <new>
#include <thread>

int main() {
  volatile unsigned long bytes = 1ul << 62;
  std::thread other([] {});
  char *memory = new (std::nothrow) char[bytes];
  assert(memory == nullptr);
  other.join();
}

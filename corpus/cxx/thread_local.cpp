// thread_local variables of C++.
#include <cassert>
#include <thread>

static thread_local int mine = 1;

static int next() {
  static thread_local int calls = 0;
  return ++calls;
}

int main() {
  auto work = [] {
    mine++;
    assert(mine == 2 && next() == 1 && next() == 2);
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(mine == 1 && next() == 1);
}

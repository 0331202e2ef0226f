// Loops that give up in the third round: the count is where C++ keeps it.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> flag{0};

struct Counter {
  virtual bool full() = 0;
};

struct Three final : Counter {
  int n = 0;
  bool full() override { return ++n == 3; }
};

static int wait_some() {
#if WAY == 1 // a captured variable
  auto count = [n = 0]() mutable { return ++n; };
  while (!flag.load())
    if (count() == 3)
      return 3;
#elif WAY == 2 // an element
  std::array<int, 4> n{};
  while (!flag.load())
    if (++n[2] == 3)
      return 3;
#elif WAY == 3 // a member
  Three three;
  Counter *counter = &three;
  while (!flag.load())
    if (counter->full())
      return 3;
#elif WAY == 4 // the size of a container
  std::vector<int> list;
  while (!flag.load()) {
    list.push_back(1);
    if (list.size() == 3)
      return 3;
  }
#elif WAY == 5 // an iterator
  for (int i : {1, 2, 3}) {
    if (flag.load())
      return 0;
    if (i == 3)
      return i;
  }
#elif WAY == 6 // a thread-local variable
  thread_local int n;
  n = 0;
  while (!flag.load())
    if (++n == 3)
      return 3;
#elif WAY == 7 // a parameter of a lambda that calls itself
  auto spin = [](auto self, int depth, int n) -> int {
    for (;;) {
      int seen = flag.load();
      if (depth == 0)
        return seen;
      if (seen)
        return 0;
      self(self, depth - 1, n + 1);
      if (++n == 3)
        return n;
    }
  };
  return spin(spin, 1, 0);
#endif
  return 0;
}

int main() {
  std::thread thread([] {
#ifndef NOBODY
    flag.store(1);
#endif
  });
  int rounds = wait_some();
#ifdef NOBODY
  assert(rounds == 3);
#else
  assert(rounds != 3);
#endif
  thread.join();
}

// Recursive mutexes are recursive as locals, as members, and made by new.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

#ifdef TIMED
using mutex = std::recursive_timed_mutex;
#elif defined PLAIN
using mutex = std::mutex;
#else
using mutex = std::recursive_mutex;
#endif

struct Counter {
  int x = 0;
  mutable mutex m;
  void add() {
    std::lock_guard<mutex> outer(m);
    std::lock_guard<mutex> inner(m);
    x++;
  }
};

int main() {
#ifdef NEW
  auto owner = std::make_unique<Counter>();
  Counter &counter = *owner;
#else
  Counter counter;
#endif
#ifdef TRY
  std::thread([&] {
    counter.m.lock();
    assert(!counter.m.try_lock());
  }).join();
#else
  std::thread a([&] { counter.add(); }), b([&] { counter.add(); });
  a.join();
  b.join();
  assert(counter.x == 2);
#endif
}

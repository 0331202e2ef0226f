/* A member function and an object by value: the thread changes its copy; by address: the object. */
#include <cassert>
#include <thread>

struct Counter {
  int count = 0;
  void add(int n) { count += n; }
};

int main() {
  Counter copied, shared;
  std::thread a(&Counter::add, copied, 2);
  std::thread b(&Counter::add, &shared, 3);
  a.join();
  b.join();
  assert(copied.count == 0 && shared.count == 3);
}

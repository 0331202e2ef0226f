/* The destructor of a thread's callable fails: after its call, before the join returns. */
#include <cassert>
#include <thread>

struct Fails {
  bool called = false;
  bool mine = true;
  Fails() = default;
  Fails(Fails &&other) noexcept : mine(other.mine) { other.mine = false; }
  void operator()() { called = true; }
  ~Fails() {
    assert(!mine || !called); // fails
  }
};

int main() {
  std::thread a{Fails()};
  a.join();
  return 0;
}

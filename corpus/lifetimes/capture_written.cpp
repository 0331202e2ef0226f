// The joining thread sees the writes of a capture's destructor.
#include <cassert>
#include <thread>

int destroyed;

struct Flag {
  bool own = true;
  Flag() = default;
  Flag(Flag &&other) noexcept : own(other.own) { other.own = false; }
  ~Flag() {
    if (own) destroyed++;
  }
};

int main() {
  std::thread thread([flag = Flag()] {});
  thread.join();
#ifdef NEVER
  assert(destroyed == 0);
#else
  assert(destroyed == 1);
#endif
}

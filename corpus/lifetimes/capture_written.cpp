// What the destructor of a capture writes is seen by whoever joins the thread.
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

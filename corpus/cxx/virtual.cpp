// Virtual functions called from threads.
#include <cassert>
#include <thread>

struct shape {
  virtual int corners() const = 0;
  virtual ~shape() = default;
};
struct triangle : shape {
  int corners() const override { return 3; }
};
struct square : shape {
  int corners() const override { return 4; }
};

static int count(const shape &s) { return s.corners(); }

int main() {
  triangle t;
  square s;
  int from_a = 0, from_b = 0;
  std::thread a([&] { from_a = count(t); });
  std::thread b([&] { from_b = count(s); });
  a.join();
  b.join();
  assert(from_a + from_b == 7);
}

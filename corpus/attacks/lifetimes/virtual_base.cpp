/* A diamond with a virtual base, deleted by the base in another thread: each part is destroyed once, in order. */
#include <cassert>
#include <thread>

static int order;

struct Root {
  int value = 1;
  virtual ~Root() { order = order * 10 + 4; }
};
struct Left : virtual Root {
  ~Left() override { order = order * 10 + 3; }
};
struct Right : virtual Root {
  ~Right() override { order = order * 10 + 2; }
};
struct Bottom : Left, Right {
  ~Bottom() override { order = order * 10 + 1; }
};

int main() {
  auto *bottom = new Bottom;
  Root *root = bottom;
  bottom->value = 7;
  std::thread a([root] {
    assert(root->value == 7);
    delete root;
  });
  a.join();
  assert(order == 1234);
}

/* Objects of a scope are destroyed on every way out of it: break, continue, goto, return. */
#include <cassert>
#include <thread>

static int made, gone;

struct Counted {
  Counted() { made++; }
  ~Counted() { gone++; }
};

static int leaves(int way) {
  for (int i = 0; i < 2; i++) {
    Counted outer;
    {
      Counted inner;
      if (way == 0)
        break;
      if (way == 1)
        continue;
      if (way == 2)
        goto out;
      if (way == 3)
        return 3;
    }
  }
out:
  return way;
}

int main() {
  std::thread a([] {
    for (int way = 0; way < 5; way++)
      assert(leaves(way) == way && made == gone);
    assert(made == 14);
  });
  a.join();
}

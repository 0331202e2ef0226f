/* delete[] destroys the elements from the last to the first. */
#include <cassert>
#include <thread>

static int order;

struct Element {
  int digit;
  ~Element() { order = order * 10 + digit; }
};

int main() {
  std::thread a([] {
    auto *elements = new Element[3]{{1}, {2}, {3}};
    delete[] elements;
    assert(order == 321);
  });
  a.join();
}

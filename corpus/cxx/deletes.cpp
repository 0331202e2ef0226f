// delete destroys an object of new: once, by its own kind, and no thread uses it afterwards.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Node {
  int value = 1;
  virtual ~Node() {}
};
struct alignas(64) Line {
  int cells[16];
};

static std::atomic<Node *> node;
static int *numbers;

int main() {
  node = new Node;
  numbers = new int[4]();
#if USE == 0
  std::thread t([] { delete node.load(); });
  int v = node.load()->value;
  t.join();
  return v - 1;
#elif USE == 1
  std::thread t([] { delete node.load(); });
  delete node.load();
  t.join();
#elif USE == 2
  std::thread t([] { delete node.exchange(nullptr); });
  delete node.exchange(nullptr);
  t.join();
  delete[] numbers;
#elif USE == 3
  std::thread t([] { numbers[4] = 1; });
  t.join();
#elif USE == 4
  std::thread t([] { delete[] (numbers + 1); });
  t.join();
#elif USE == 5
  std::thread t([] {
    for (int i = 0; i < 3; i++) {
      Line *line = new Line;
      Line *lines = new Line[2];
      assert(((uintptr_t)line & 63) == 0 && ((uintptr_t)lines & 63) == 0);
      delete line;
      delete[] lines;
    }
  });
  t.join();
#elif USE == 6
  std::thread t([] { delete node.load(); });
  t.join();
  return node.load()->value;
#elif USE == 7
  std::thread t([] { **(long **)node.load() = 0; }); // the table of virtual functions
  t.join();
#endif
  return 0;
}

// Objects made while others are destroyed are destroyed as well: thread-local ones, and statics at the end of the program.
#include <cassert>
#include <thread>

struct Log {
  int names[8], count = 0;
  ~Log() {
    const int expected[] = {4, 5, 2, 3, 1};
    assert(count == 5);
    for (int i = 0; i < 5; i++) assert(names[i] == expected[i]);
  }
} made_first;

struct Named {
  int name;
  explicit Named(int name) : name(name) {}
  ~Named() {
    made_first.names[made_first.count++] = name;
    if (name == 2) {
      static Named late(3);
    }
    if (name == 4) {
      thread_local Named late(5);
    }
  }
};

Named global(1);

int main() {
  static Named still(2);
  std::thread thread([] { thread_local Named local(4); });
  thread.join();
}

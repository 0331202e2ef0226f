// Thread-local objects of the main thread are destroyed at the end of main, before global ones; with exit, those of its caller.
#include <cassert>
#include <cstdlib>
#include <thread>

struct Log {
  int names[8], count = 0;
  ~Log() {
    assert(count == 2 && names[1] == 2);
#ifdef EXIT
    assert(names[0] == 3);
#else
    assert(names[0] == 1);
#endif
  }
} made_first;

struct Named {
  int name;
  explicit Named(int name) : name(name) {}
  ~Named() { made_first.names[made_first.count++] = name; }
};

thread_local Named local(1);
Named global(2);

int main() {
  local.name = 1;
#ifdef EXIT
  std::thread thread([] {
    local.name = 3;
    Named never(8);
    exit(0);
  });
  thread.join();
#endif
}

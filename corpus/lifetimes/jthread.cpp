// std::jthread stops and joins its thread where it is destroyed or gets another one; the callable is gone by then.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> ended{0};
int destroyed;

struct Resource {
  ~Resource() { destroyed++; }
};

int main() {
#ifdef ASSIGNED
  std::jthread thread([](std::stop_token stop) {
    while (!stop.stop_requested()) {
    }
    ended++;
  });
  thread = std::jthread([] { ended++; });
  assert(ended >= 1);
  thread.join();
  assert(ended == 2);
#else
  { std::jthread thread([resource = std::make_unique<Resource>()] {}); }
  assert(destroyed == 1);
#endif
}

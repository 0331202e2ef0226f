// What a capture owns is destroyed.
#include <cassert>
#include <memory>
#include <thread>

struct Resource {
  ~Resource() { assert(!"destroyed"); }
};

int main() {
  std::thread thread([resource = std::make_unique<Resource>()] {});
  thread.join();
}

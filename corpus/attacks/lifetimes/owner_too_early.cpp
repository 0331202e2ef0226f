/* The owner goes while a user is still inside: its destructor can see that. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Resource {
  std::atomic<int> users{0};
  ~Resource() { assert(users == 0); /* fails */ }
};

int main() {
  std::atomic<bool> entered{false};
  auto *resource = new Resource;
  std::thread a([&] {
    resource->users++;
    entered = true;
    resource->users--;
  });
  while (!entered)
    ;
  delete resource;
  a.join();
}

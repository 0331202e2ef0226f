// std::shared_ptr: one of three owners destroys the object, and std::weak_ptr gets it or does not.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> destroyed{0};

struct Object {
  int value = 1;
  ~Object() {
    assert(value == 1);
    value = 0;
    destroyed++;
  }
};

int main() {
  auto owner = std::make_shared<Object>();
#ifdef WEAK
  std::weak_ptr<Object> weak = owner;
  std::thread thread([weak] {
    if (auto locked = weak.lock()) assert(locked->value == 1);
  });
#else
  std::thread thread([owner] { assert(owner->value == 1); });
#endif
  owner.reset();
  thread.join();
  assert(destroyed == 1);
}

/* A weak pointer gives a share that keeps the object alive, or nothing. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Object {
  std::atomic<int> alive{1};
  ~Object() { alive = 0; }
};

int main() {
  auto owner = std::make_shared<Object>();
  std::weak_ptr<Object> weak = owner;
  std::thread a([weak] {
    if (auto share = weak.lock())
      assert(share->alive == 1);
  });
  owner.reset();
  a.join();
  assert(weak.expired());
}

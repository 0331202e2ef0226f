/* Two objects one after the other in the same storage, made and destroyed by two threads. */
#include <atomic>
#include <cassert>
#include <new>
#include <thread>

struct Object {
  explicit Object(int which) : number(which) {}
  ~Object() { number = -1; }
  int number;
};

alignas(Object) static unsigned char storage[sizeof(Object)];

int main() {
  std::thread a([] {
    auto *object = new (storage) Object(1);
    assert(object->number == 1);
    object->~Object();
  });
  a.join();
  std::thread b([] {
    auto *object = new (storage) Object(2);
    assert(object->number == 2);
    object->~Object();
  });
  b.join();
}

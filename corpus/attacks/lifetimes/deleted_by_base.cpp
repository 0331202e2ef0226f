/* One thread makes it, another deletes it by its base: the derived destructor runs once. To call it afterwards is invalid. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> destroyed;

struct Base {
  virtual ~Base() = default;
  virtual int number() const { return 1; }
  int field = 7;
};

struct Derived : Base {
  ~Derived() override { destroyed++; }
  int number() const override { return 2; }
};

int main() {
  Base *object = new Derived;
  std::thread a([object] { delete object; });
  a.join();
  assert(destroyed == 1);
#ifdef USE
  assert(object->number() + object->field == 9);
#endif
}

/* reset stores the new pointer first and deletes the old object then: its destructor finds the new one. */
#include <cassert>
#include <memory>
#include <thread>

struct Object;
static std::unique_ptr<Object> current;

struct Object {
  explicit Object(int which) : number(which) {}
  ~Object();
  int number;
};

static int found;

Object::~Object() { found = current ? current->number : -1; }

int main() {
  std::thread a([] {
    current.reset(new Object(1));
    current.reset(new Object(2));
    assert(found == 2);
    current = nullptr;
    assert(found == -1);
  });
  a.join();
}

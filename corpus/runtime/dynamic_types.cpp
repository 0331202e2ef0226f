// dynamic_cast and typeid of what another thread has published.
#include <atomic>
#include <cassert>
#include <thread>
#include <typeinfo>

struct Shape {
  virtual ~Shape() = default;
};
struct Named {
  virtual ~Named() = default;
  int name = 7;
};
struct Circle : Shape, Named {};
struct Square : Shape {};

std::atomic<Shape *> shape;

int main() {
  std::thread writer([] { shape.store(new Circle, std::memory_order_release); });
  Shape *found;
  while (!(found = shape.load(std::memory_order_acquire))) {
  }
  assert(typeid(*found) == typeid(Circle) && !dynamic_cast<Square *>(found));
  assert(dynamic_cast<Named *>(found)->name == 7);
  writer.join();
  delete found;
}

// Pointers to member functions, virtual and not, are told apart by their lowest bit.
#include <cassert>
#include <functional>
#include <thread>

namespace {
struct Base {
  int number = 0;
  void one() { number += 1; }
  void ten() { number += 10; }
  virtual void hundred() { number += 100; }
  virtual void thousand() { number += 1000; }
};
struct Derived : Base {
  void hundred() override { number += 5; }
  void seven() { number += 7; }
};
} // namespace

void nothing() {}
void as_little() {}

int main() {
  Base base;
  Derived derived;
  void (*plain[])() = {nothing, as_little};
  for (auto function : plain) function();
  void (Base::*members[])() = {&Base::one, &Base::ten, &Base::hundred, &Base::thousand};
  for (auto member : members) {
    (base.*member)();
    (derived.*member)();
  }
  assert(base.number == 1111 && derived.number == 1016);
  std::thread(&Derived::seven, &derived).join();
  assert(derived.number == 1023);
  std::thread(&Base::hundred, &derived).join();
  assert(derived.number == 1028);
  void (Base::*none)() = nullptr;
  assert(none == nullptr && members[0] == &Base::one && members[0] != members[1]);
}

// Arguments are copied for the new thread or moved to it; those handed over by reference are neither.
#include <cassert>
#include <functional>
#include <memory>
#include <thread>

int alive, copies;

struct Value {
  int number;
  explicit Value(int number) : number(number) { alive++; }
  Value(const Value &other) : number(other.number) {
    alive++;
    copies++;
  }
  ~Value() { alive--; }
  void twice() { number *= 2; }
};

void owns(std::unique_ptr<Value> value) { assert(value->number == 3); }
void changes(Value &value) { value.number = 7; }
void looks(const Value &value) { assert(value.number == 5); }

int main() {
  std::thread(owns, std::make_unique<Value>(3)).join();
  assert(alive == 0);

  std::thread(looks, Value(5)).join();
  assert(alive == 0 && copies > 0);

  {
    Value value(1);
    copies = 0;
    std::thread(changes, std::ref(value)).join();
    assert(value.number == 7 && copies == 0);

    std::thread(&Value::twice, value).join(); // of a copy
    assert(value.number == 7 && copies > 0 && alive == 1);
    std::thread(&Value::twice, &value).join();
    assert(value.number == 14 && alive == 1);
  }
  assert(alive == 0);
}

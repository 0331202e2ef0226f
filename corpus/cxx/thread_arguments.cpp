// std::thread copies its arguments, passes std::ref on, and calls members.
#include <cassert>
#include <functional>
#include <thread>

struct account {
  int balance = 0;
  void pay(int amount) { balance += amount; }
};

static void set(int value, int &result) { result = value; }

int main() {
  int result = 0, captured = 1;
  account a;
  std::thread first(set, 7, std::ref(result));
  std::thread second(&account::pay, &a, 5);
  std::thread third([captured]() mutable { captured = 2; });
  first.join();
  second.join();
  third.join();
  assert(result == 7 && a.balance == 5 && captured == 1);
}

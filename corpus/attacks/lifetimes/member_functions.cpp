/* std::function and std::mem_fn of members, a null member pointer, and pointers to data members. */
#include <cassert>
#include <functional>
#include <thread>

struct Account {
  int balance = 10;
  int limit = 3;
  int after(int amount) const { return balance - amount; }
};

static int Account::*const none = nullptr;
static int (Account::*const no_function)(int) const = nullptr;

int main() {
  Account account;
  std::thread a([&account] {
    std::function<int(const Account &, int)> after = &Account::after;
    auto balance = std::mem_fn(&Account::balance);
    int Account::*which[] = {&Account::balance, &Account::limit};
    assert(after(account, 4) == 6 && balance(account) == 10);
    assert(account.*which[0] == 10 && account.*which[1] == 3);
    assert(none == nullptr && no_function == nullptr && which[0] != none);
  });
  a.join();
}

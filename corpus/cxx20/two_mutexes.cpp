// Transfers between two accounts lock both at once (-DONE_BY_ONE: in the order of the transfer, which may deadlock).
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 2;
};
static Account a, b;

static void transfer(Account &from, Account &to) {
#ifdef ONE_BY_ONE
  std::lock_guard first(from.lock);
  std::lock_guard second(to.lock);
#else
  std::scoped_lock both(from.lock, to.lock);
#endif
  from.balance--;
  to.balance++;
}

int main() {
  std::thread other([] { transfer(b, a); });
  transfer(a, b);
  other.join();
  assert(a.balance == 2 && b.balance == 2);
}

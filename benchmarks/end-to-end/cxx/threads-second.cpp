// An account that two threads use, and a log.
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

struct Account {
  std::mutex guard;
  int balance = 10;
  bool withdraw(int amount) {
    std::unique_lock<std::mutex> lock(guard);
    if (balance < amount) return false;
    balance -= amount;
    return true;
  }
};

Account account;
std::atomic<bool> refused{false};

int main() {
  std::thread rich([] { if (!account.withdraw(7)) refused = true; });
  std::thread poor([] { if (!account.withdraw(5)) refused = true; });
  rich.join();
  poor.join();
  std::cout << "balance " << account.balance << ", refused: " << std::boolalpha << refused.load() << std::endl;
}

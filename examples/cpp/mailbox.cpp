// One thread puts a letter into a box, another takes it out.
#include <atomic>
#include <cassert>
#include <thread>

#ifdef RELEASE
constexpr auto publish = std::memory_order_release;
#else
constexpr auto publish = std::memory_order_relaxed;
#endif

class Mailbox {
public:
  void put(int text) {
    letter = text;
    full.store(true, publish);
  }

  int take() {
    while (!full.load(std::memory_order_acquire)) {
    }
    return letter;
  }

private:
  int letter;
  std::atomic<bool> full{false};
};

int main() {
  Mailbox mailbox;
  std::thread writer([&] { mailbox.put(42); });
  assert(mailbox.take() == 42);
  writer.join();
}

/* The copies that the thread works with are destroyed by that thread, not by who joins it. */
#include <cassert>
#include <thread>

static std::thread::id destroyer;

struct Watches {
  bool mine = false;
  Watches() = default;
  Watches(Watches &&other) noexcept : mine(other.mine) { other.mine = false; }
  ~Watches() {
    if (mine)
      destroyer = std::this_thread::get_id();
  }
};

int main() {
  Watches watches;
  watches.mine = true;
  std::thread a([own = std::move(watches)] { (void)own; });
  std::thread::id id = a.get_id();
  a.join();
  assert(destroyer == id);
}

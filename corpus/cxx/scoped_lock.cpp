// scoped_lock takes two mutexes without deadlock, whatever the order.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, right;
static int counter;

int main() {
  std::thread a([] {
    std::scoped_lock both(left, right);
    counter++;
  });
  std::thread b([] {
    std::scoped_lock both(right, left);
    counter++;
  });
  a.join();
  b.join();
  assert(counter == 2);
}

// Two threads fill in a part each and count down; who waits sees both (-DEARLY: one counts down first).
#include <cassert>
#include <latch>
#include <thread>

static std::latch filled(2);
static int left, right;

int main() {
  std::thread other([] {
#ifdef EARLY
    filled.count_down();
    left = 1;
#else
    left = 1;
    filled.count_down();
#endif
  });
  right = 1;
  filled.arrive_and_wait();
  assert(left + right == 2);
  other.join();
}

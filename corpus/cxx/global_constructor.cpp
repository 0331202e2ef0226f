// Constructors of globals run before main and are no events.
#include <atomic>
#include <cassert>
#include <thread>

struct table {
  int squares[100];
  table() {
    for (int i = 0; i < 100; i++)
      squares[i] = i * i;
  }
};

static table global;
static std::atomic<int> sum;

int main() {
  std::thread a([] { sum += global.squares[3]; });
  std::thread b([] { sum += global.squares[4]; });
  a.join();
  b.join();
  assert(sum == 25);
}

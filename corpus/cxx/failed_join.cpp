// The failed assertion aborts the program: the join does not return, and what is asserted after it cannot fail.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> done{0};

int main() {
  std::thread thread([] {
    assert(!"the only failure");
    done = 1;
  });
  thread.join();
  assert(done == 1);
}

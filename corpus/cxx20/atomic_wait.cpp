// A thread waits for an atomic to change (-DSILENT: it changes without a notification).
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> ready;
static int value;

int main() {
  std::thread other([] {
    value = 1;
    ready = 1;
#ifndef SILENT
    ready.notify_one();
#endif
  });
  ready.wait(0);
  assert(value == 1);
  other.join();
}

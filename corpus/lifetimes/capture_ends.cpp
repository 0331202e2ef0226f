// A thread uses what its lambda captured by reference after the function has returned.
#include <cassert>
#include <thread>

static std::thread start() {
  int local = 5;
  return std::thread([&local] { assert(local == 5); });
}

int main() {
  std::thread thread = start();
  thread.join();
  return 0;
}

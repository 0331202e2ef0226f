// std::mutex with lock_guard.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void work() {
  std::lock_guard<std::mutex> guard(mutex);
  counter++;
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(counter == 2);
}

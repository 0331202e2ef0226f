// std::call_once.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int runs;

static void use() {
  std::call_once(flag, [] { runs++; });
  assert(runs == 1);
}

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
}

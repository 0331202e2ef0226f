// Threads in an array, moved into place; joinable says which are running.
#include <cassert>
#include <thread>
#include <utility>

static int done[2];

int main() {
  std::thread threads[2];
  assert(!threads[0].joinable());
  for (int i = 0; i < 2; i++)
    threads[i] = std::thread([i] { done[i] = 1; });
  std::thread moved = std::move(threads[0]);
  assert(!threads[0].joinable() && moved.joinable());
  moved.join();
  threads[1].join();
  assert(done[0] && done[1]);
}

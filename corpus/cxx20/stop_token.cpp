// A thread runs until it is asked to stop, which the destructor of jthread does; a callback runs once (-DTHREAD: a plain
// thread, which nobody asks).
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

static std::atomic<int> told;

static void work(std::stop_token stop) {
  std::stop_callback tell(stop, [] { told++; });
  while (!stop.stop_requested())
    ;
}

int main() {
#ifdef THREAD
  std::stop_source source;
  std::thread other(work, source.get_token());
  other.join();
#else
  {
    std::jthread other(work);
  }
#endif
  assert(told == 1);
}

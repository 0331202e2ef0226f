// std::atomic::wait, latch and semaphore as libstdc++ implements them: over futexes.
#include <atomic>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

int main() {
  int data = 0;
#if KIND == 1
  std::latch done(2);
  int more = 0;
  std::thread a([&] { data = 1, done.count_down(); });
  std::thread b([&] { more = 1, done.count_down(); });
  done.wait();
  assert(data + more == 2);
  b.join();
#elif KIND == 2
  std::counting_semaphore<4> free(0);
  std::thread a([&] { data = 1, free.release(); });
  free.acquire();
  assert(data == 1);
#elif KIND == 3
  std::atomic<int> flag{0};
  std::thread a([&] {
    data = 1;
    flag.store(1, ORDER);
    flag.notify_one();
  });
  flag.wait(0);
  assert(data == 1);
#elif KIND == 4
  std::atomic<int> flag{0};
  std::thread a([&] { data = 1; });
  flag.wait(0);
#endif
  a.join();
}

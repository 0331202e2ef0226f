// pthread_exit releases locks, and gives up what it was to do once.
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <thread>

#ifdef ONCE
std::once_flag once;
int tries;

int main() {
  std::thread thread([] {
    std::call_once(once, [] {
      tries++;
      pthread_exit(nullptr);
    });
    assert(tries == 1); // main was first
  });
  std::call_once(once, [] { tries++; });
  thread.join();
  std::call_once(once, [] { tries++; });
  assert(tries == 1 || tries == 2);
}
#else
std::mutex mutex;
int count;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    count++;
    pthread_exit(nullptr);
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    count++;
  }
  thread.join();
  assert(count == 2);
}
#endif

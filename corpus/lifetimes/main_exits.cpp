// Main leaves by pthread_exit: its objects are destroyed at once, global ones when the last thread has ended.
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <thread>

std::atomic<int> step{0};

struct Global {
  ~Global() { assert(step == 2); }
} global;

struct Local {
  ~Local() { step++; }
};

int main() {
  Local local;
  std::thread thread([] {
    while (step != 1) {
    }
    step = 2;
  });
  thread.detach();
  pthread_exit(nullptr);
}

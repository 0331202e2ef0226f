// A function of std::call_once that throws has not been called, nor is a local static initialised whose constructor throws.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag flag;
std::atomic<int> runs, failures, constructions;

struct Local {
  Local() {
    if (constructions++ == 0) throw 2;
  }
};

void run() {
  try {
    std::call_once(flag, [] {
      if (runs++ == 0) throw 1;
    });
  } catch (int) {
    failures++;
  }
  try {
    static Local local;
  } catch (int) {
    failures++;
  }
}

int main() {
  std::thread one(run), other(run);
  one.join();
  other.join();
  assert(runs == 2 && constructions == 2 && failures == 2);
}

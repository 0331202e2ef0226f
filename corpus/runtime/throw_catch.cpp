// A lock that an exception releases, in every thread; -DMANUAL: one that it does not release.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex mutex;
int count, caught;

#ifdef MANUAL
void work(bool fails) {
  mutex.lock();
  count++;
  if (fails) throw std::out_of_range("work");
  mutex.unlock();
}
#else
void work(bool fails) {
  std::lock_guard<std::mutex> guard(mutex);
  count++;
  if (fails) throw std::out_of_range("work");
}
#endif

void run(bool fails) {
  try {
    work(fails);
  } catch (const std::logic_error &) {
    std::lock_guard<std::mutex> guard(mutex);
    caught++;
  }
}

int main() {
  std::thread one(run, true), other(run, false);
  one.join();
  other.join();
  assert(count == 2 && caught == 1);
}
